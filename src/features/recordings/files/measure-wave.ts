import type { FileHandle } from 'node:fs/promises';
import { peakCount } from '#src/features/recordings/sound/sound-measures.ts';

export type Waveform = {
  readonly durationMs: number;
  /** Loudest sample in each of 400 slices, one byte each (255 is full scale), as base64. */
  readonly peaks: string;
};

type Format = { channels: number; rateHz: number; sampleBytes: number; isFloat: boolean };
type Chunk = { from: number; bytes: number };

const readBytes = 256 * 1024;
const pcm = 1;
const float = 3;
const extensible = 0xfffe;

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function formatOf(chunk: Buffer): Format | null {
  if (chunk.length < 16) return null;
  const tag = chunk.readUInt16LE(0);
  // An extensible header names the format after its fixed part.
  const code = tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const format = {
    channels: chunk.readUInt16LE(2),
    rateHz: chunk.readUInt32LE(4),
    sampleBytes: chunk.readUInt16LE(14) / 8,
    isFloat: code === float,
  };
  const isKnown =
    code === float ? format.sampleBytes === 4 : code === pcm && [2, 3, 4].includes(format.sampleBytes);
  const isSane = format.channels > 0 && format.rateHz >= 1000 && format.rateHz <= 768_000;
  const isPacked = chunk.readUInt16LE(12) === format.channels * format.sampleBytes;
  return isKnown && isSane && isPacked ? format : null;
}

/** Finds the samples of a WAV file. Where a recorder left a wrong length (0 or all ones), they end with the file. */
async function findSamples(
  handle: FileHandle,
  sizeBytes: number,
): Promise<{ format: Format; data: Chunk } | null> {
  let format: Format | null = null;
  for (let at = 12; at + 8 <= sizeBytes;) {
    const head = await readAt(handle, at, 8);
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    const from = at + 8;
    if (name === 'fmt ') format = formatOf(await readAt(handle, from, Math.min(bytes, 40)));
    if (name === 'data') {
      const left = sizeBytes - from;
      return format && { format, data: { from, bytes: bytes === 0 ? left : Math.min(bytes, left) } };
    }
    at = from + bytes + (bytes % 2);
  }
  return null;
}

/** A function that reads how loud one sample is, 0 to 1. */
function sampleReaderOf({ sampleBytes, isFloat }: Format): (buffer: Buffer, at: number) => number {
  if (isFloat) return (buffer, at) => Math.abs(buffer.readFloatLE(at)) || 0;
  const fullScale = 2 ** (8 * sampleBytes - 1);
  if (sampleBytes === 2) return (buffer, at) => Math.abs(buffer.readInt16LE(at)) / fullScale;
  if (sampleBytes === 3) return (buffer, at) => Math.abs(buffer.readIntLE(at, 3)) / fullScale;
  return (buffer, at) => Math.abs(buffer.readInt32LE(at)) / fullScale;
}

/**
 * Length and loudness of a PCM WAV file (16, 24 or 32 bits, or 32-bit float; any number of channels), read in pieces.
 * Null where the file cannot be read as one.
 */
export async function measureWave(handle: FileHandle, sizeBytes: number): Promise<Waveform | null> {
  const found = await findSamples(handle, sizeBytes);
  if (!found) return null;
  const { format, data } = found;
  const frameBytes = format.channels * format.sampleBytes;
  const frames = Math.floor(data.bytes / frameBytes);
  if (frames === 0) return null;
  const loudnessAt = sampleReaderOf(format);
  const peaks = new Float64Array(peakCount);
  const pieceFrames = Math.max(1, Math.floor(readBytes / frameBytes));
  for (let frame = 0; frame < frames; frame += pieceFrames) {
    const length = Math.min(pieceFrames, frames - frame) * frameBytes;
    const piece = await readAt(handle, data.from + frame * frameBytes, length);
    if (piece.length < length) return null;
    for (let at = 0; at < length; at += format.sampleBytes) {
      const slice = Math.floor(((frame + Math.floor(at / frameBytes)) * peakCount) / frames);
      const loudness = loudnessAt(piece, at);
      if (loudness > (peaks[slice] ?? 0)) peaks[slice] = loudness;
    }
  }
  const bytes = Uint8Array.from(peaks, (peak) => Math.round(Math.min(1, peak) * 255));
  return {
    durationMs: Math.round((frames / format.rateHz) * 1000),
    peaks: Buffer.from(bytes).toString('base64'),
  };
}

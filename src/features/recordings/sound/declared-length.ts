import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SoundContainer } from '#src/features/recordings/signal/sound-container.ts';

/** Chunks that are looked at; a sound stands among the first. */
const mostChunks = 1000;

/** Reads the bytes there; fewer at the end of the file. */
type Read = (at: number, length: number) => Buffer;

type Chunk = { readonly name: string; readonly at: number; readonly length: number };

type Chunks = {
  /** The position of the first chunk. */
  readonly from: number;
  readonly headBytes: number;
  readonly lengthIn: (head: Buffer) => number;
  readonly isEven: boolean;
};

/** The chunks of a file by their names, those that the file is too short for too. */
function chunksOf(read: Read, { from, headBytes, lengthIn, isEven }: Chunks): Map<string, Chunk> {
  const found = new Map<string, Chunk>();
  let at = from;
  for (let count = 0; count < mostChunks; count += 1) {
    const head = read(at, headBytes);
    if (head.length < headBytes) break;
    const name = head.toString('latin1', 0, 4);
    const length = lengthIn(head);
    if (!found.has(name)) found.set(name, { name, at: at + headBytes, length });
    if (length < 0) break;
    at += headBytes + length + (isEven ? length % 2 : 0);
  }
  return found;
}

/** True for the lengths that programs write that cannot come back to the header: zero, or the largest possible value. */
const isUnknown = (bytes: number) =>
  bytes === 0 || bytes >= 0xff_ff_f0_00 || (bytes >= 0x7f_ff_f0_00 && bytes <= 0x80_00_00_00);

const wholeNumbers = new Set([1, 3, 0xff_fe]);

/** EBU Tech 3306 for more than 4 GB: the length then stands in a chunk of its own. */
function waveSeconds(read: Read): number | null {
  const chunks = chunksOf(read, {
    from: 12,
    headBytes: 8,
    lengthIn: (head) => head.readUInt32LE(4),
    isEven: true,
  });
  const [format, data, large] = [chunks.get('fmt '), chunks.get('data'), chunks.get('ds64')];
  const fields = format && read(format.at, 16);
  if (!data || fields?.length !== 16 || !wholeNumbers.has(fields.readUInt16LE(0))) return null;
  const largeLength = large && read(large.at + 8, 8);
  const isLarge = data.length === 0xff_ff_ff_ff && largeLength?.length === 8;
  const bytes = isLarge ? Number(largeLength.readBigUInt64LE()) : data.length;
  const bytesPerSecond = fields.readUInt32LE(4) * fields.readUInt16LE(12);
  return bytesPerSecond === 0 || (!isLarge && isUnknown(bytes)) ? null : bytes / bytesPerSecond;
}

/** Apple Core Audio Format Specification: the length of data is -1 where it was never closed. */
function cafSeconds(read: Read): number | null {
  const chunks = chunksOf(read, {
    from: 8,
    headBytes: 12,
    lengthIn: (head) => Number(head.readBigInt64BE(4)),
    isEven: false,
  });
  const [described, data, packets] = [chunks.get('desc'), chunks.get('data'), chunks.get('pakt')];
  const fields = described && read(described.at, 32);
  if (fields?.length !== 32) return null;
  const rateHz = fields.readDoubleBE(0);
  const [packetBytes, packetFrames] = [fields.readUInt32BE(16), fields.readUInt32BE(20)];
  const counted = packets && read(packets.at + 8, 8);
  if (counted?.length === 8) return Number(counted.readBigInt64BE()) / rateHz;
  if (!data || data.length < 4 || packetBytes === 0) return null;
  return (((data.length - 4) / packetBytes) * packetFrames) / rateHz;
}

/** How many of an MP3's first bytes behind its tags hold what may say its length. */
const lengthTagBytes = 256;

/** Whether an MP3 says how long it is. Without that, FFmpeg guesses from the first frames. */
function hasLengthTag(read: Read): boolean {
  const head = read(0, 10);
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
  const tagBytes = head.toString('latin1', 0, 3) === 'ID3' ? 10 + (a << 21) + (b << 14) + (c << 7) + d : 0;
  return /Xing|Info|VBRI/.test(read(tagBytes, lengthTagBytes).toString('latin1'));
}

function secondsOf(read: Read, container: SoundContainer, probedS: number | null): number | null {
  if (container === 'wav') return waveSeconds(read) ?? probedS;
  if (container === 'caf') return cafSeconds(read) ?? probedS;
  if (container === 'aac' || (container === 'mp3' && !hasLengthTag(read))) return null;
  return probedS;
}

/**
 * How long a file says that its sound is, in seconds; null where it says nothing. `probedS` is what FFmpeg read of it, which
 * for WAV and CAF is what a cut file still holds.
 */
export function declaredLengthOf(
  path: string,
  container: SoundContainer,
  probedS: number | null,
): number | null {
  const handle = openSync(path, 'r');
  try {
    const { size } = fstatSync(handle);
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(handle, bytes, 0, bytes.length, at));
    };
    const seconds = secondsOf(read, container, probedS);
    return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  } finally {
    closeSync(handle);
  }
}

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { floatWaveOf } from '#src/playing/wave-layout.ts';
import { decodeSound, inputArgs, probeSound } from '#src/audio/decode-sound.ts';
import { inputPath, runFfmpeg } from '#src/audio/ffmpeg.ts';
import { createKernels } from '#src/audio/kernels/kernels.ts';
import { createLoudnessMeter } from '#src/audio/loudness.ts';
import { createPieces } from '#src/audio/pieces.ts';
import type { SoundFormat } from '#src/audio/sound-format.ts';

/** Two channels of equal length, 1 at full scale. */
export type Stereo = { readonly left: Float32Array; readonly right: Float32Array };

/** A sound and its sample rate. */
export type Recorded = { readonly sound: Stereo; readonly rateHz: number };

/** Thrown if a file of content/audio cannot be used, with a message for the person who added it. */
export class SoundFileError extends Error {}

/** Returns the factor of a level in decibels. */
export const factorOf = (db: number) => 10 ** (db / 20);

/** Returns the integrated loudness in LUFS, or null for silence or less than 0.4 s. */
export function integratedOf({ left, right }: Stereo, rateHz: number): number | null {
  const kernels = createKernels();
  const meter = createLoudnessMeter(rateHz, [1, 1], kernels);
  const pieces = createPieces({ channels: 2, rateHz }, kernels, meter.add);
  pieces.add(
    Float32Array.from({ length: 2 * left.length }, (_, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? 0),
  );
  pieces.end();
  return meter.read().integrated;
}

/** Returns the integrated loudness in LUFS. Throws for silence. */
export function loudnessOf(sound: Stereo, rateHz: number): number {
  const integrated = integratedOf(sound, rateHz);
  if (integrated === null) throw new Error('Silence has no loudness');
  return integrated;
}

/**
 * Decodes a file with one or two channels; mono is copied to both. Also returns FFmpeg's warnings, '' if there are
 * none.
 */
async function decoded(
  path: string,
  format: SoundFormat,
): Promise<Recorded & { readonly complaint: string }> {
  const parts: Float32Array[] = [];
  const take = (samples: Float32Array) => void parts.push(samples.slice());
  const complaint = await decodeSound({ path, format, rendition: null }, take);
  const { channels, rateHz } = format;
  const frames = parts.reduce((sum, part) => sum + part.length, 0) / channels;
  const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
  let frame = 0;
  for (const part of parts)
    for (let at = 0; at < part.length; at += channels, frame++) {
      left[frame] = part[at] as number;
      right[frame] = part[at + channels - 1] as number;
    }
  return { sound: { left, right }, rateHz, complaint };
}

/** Reads a WAV or FLAC file. Throws a `SoundFileError` if it is neither, or has more than two channels. */
export async function readSound(path: string, name: string): Promise<Recorded> {
  const format = await probeSound(path);
  if (typeof format === 'string' || !['wav', 'flac'].includes(format.container))
    throw new SoundFileError(`${name}: is neither WAV nor FLAC, or cannot be read`);
  if (format.channels > 2)
    throw new SoundFileError(`${name}: has ${format.channels} channels, at most 2 are played`);
  const { sound, rateHz, complaint } = await decoded(path, format);
  if (complaint !== '') throw new SoundFileError(`${name}: ${complaint}`);
  return { sound, rateHz };
}

/** The format that every browser plays and can decode at once. */
const mp3 =
  '-map 0:a:0 -map_metadata -1 -ar 48000 -ac 2 -c:a libmp3lame -b:a 128k -compression_level 5 -f mp3';

/** Arguments for decoding it again. */
const encodedFormat: SoundFormat = {
  container: 'mp3',
  codec: 'mp3',
  rateHz: 48_000,
  channels: 2,
  layout: 'stereo',
  bits: null,
  declaredS: null,
};

/** LAME lowers the level by this much, against clipping in decoders without headroom above full scale. */
const lameFactor = 0.95;

/** Returns a sound as an MP3 of 128 kbit/s at 48 kHz, with its level changed by a factor. */
async function encode({ sound, rateHz }: Recorded, factor: number, folder: string): Promise<Uint8Array> {
  const path = join(folder, 'sound.wav');
  const planes = [sound.left, sound.right].map((side) => side.map((value) => (factor / lameFactor) * value));
  writeFileSync(path, new Uint8Array(floatWaveOf(planes, rateHz)));
  const target = openSync(join(folder, 'sound.mp3'), 'w+');
  try {
    const { code, complaint } = await runFfmpeg({
      program: 'exec',
      path,
      outputs: [{ name: 'mp3', write: (bytes, at) => void writeSync(target, bytes, 0, bytes.length, at) }],
      args: (output) => [
        '-v',
        'error',
        ...inputArgs('wav'),
        '-i',
        inputPath,
        ...mp3.split(' '),
        output('mp3'),
      ],
    });
    if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${complaint}`);
  } finally {
    closeSync(target);
  }
  return readFileSync(join(folder, 'sound.mp3'));
}

const mostTries = 4;
const nearLu = 0.03;

/**
 * Returns the sound as an MP3 of this loudness. Encoding changes the loudness of some sounds by up to half a decibel if
 * there is much silence, so the result is measured and encoded again.
 */
export async function encodeAtLoudness(recorded: Recorded, lufs: number): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'sound-'));
  try {
    let db = lufs - loudnessOf(recorded.sound, recorded.rateHz);
    for (let tries = 1; ; tries++) {
      const file = await encode(recorded, factorOf(db), folder);
      const heard = await decoded(join(folder, 'sound.mp3'), encodedFormat);
      const off = lufs - loudnessOf(heard.sound, heard.rateHz);
      if (Math.abs(off) < nearLu || tries === mostTries) return file;
      db += off;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

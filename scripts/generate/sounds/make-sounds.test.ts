import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import pieces from '#content/pieces.yaml';
import { createRandom } from '#src/figures/random.ts';
import type { MadeSounds } from '#src/features/website/pieces/made-sounds.ts';
import { floatWaveOf } from '#src/playing/wave-layout.ts';
import { decodeSound, probeSound } from '#src/audio/decode-sound.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { factorOf, loudnessOf, readSound, SoundFileError, type Stereo } from './encode-sound.ts';
import { makeSounds, pieceOf } from './make-sounds.ts';

const rateHz = 48_000;

/** Decodes an MP3 as a browser does. */
async function heardOf(path: string): Promise<Stereo> {
  const format = await probeSound(path);
  if (typeof format === 'string') throw new Error(`${path}: ${format}`);
  expect(format).toMatchObject({ container: 'mp3', rateHz, channels: 2 });
  const parts: Float32Array[] = [];
  await decodeSound({ path, format, rendition: null }, (samples) => void parts.push(samples.slice()));
  const side = (channel: number) =>
    Float32Array.from(parts.flatMap((part) => Array.from(part).filter((_, at) => at % 2 === channel)));
  return { left: side(0), right: side(1) };
}

/** Returns the delay of the second sound to the first in samples, within half a second of music. */
function laterBy({ left: one }: Stereo, { left: other }: Stereo, fromS: number): number {
  const [from, frames, most] = [fromS * rateHz, rateHz / 2, 400];
  let best = { shift: Number.NaN, likeness: 0 };
  for (let shift = -most; shift <= most; shift++) {
    let likeness = 0;
    for (let at = from; at < from + frames; at++) likeness += (one[at] ?? 0) * (other[at + shift] ?? 0);
    if (likeness > best.likeness) best = { shift, likeness };
  }
  return best.shift;
}

const noiseS = 3;
/** Noise with little energy above 1 kHz, different in both channels. */
function noiseOf(seed: number): Stereo {
  const random = createRandom(seed);
  const side = () => {
    let level = 0;
    return Float32Array.from({ length: noiseS * rateHz }, () => {
      level += 0.12 * (0.6 * (2 * random() - 1) - level);
      return level;
    });
  };
  return { left: side(), right: side() };
}

function louderBy({ left, right }: Stereo, db: number): Stereo {
  const [first, second] = [left, right].map((side) => side.map((value) => factorOf(db) * value));
  if (!first || !second) throw new Error('A side is missing');
  return { left: first, right: second };
}

describe('the pieces of the sample studio, as the pages play them', () => {
  const folder = join(import.meta.dirname, '../../../src/generated/sounds');
  let list: MadeSounds = {};
  beforeAll(async () => {
    // A build has already created them; then nothing is created.
    await makeSounds(folder);
    list = JSON.parse(readFileSync(join(folder, 'sounds.json'), 'utf8')) as MadeSounds;
  });

  test('plays every committed file', () => {
    const committed = readdirSync(join(import.meta.dirname, '../sample/sounds'));
    const played = Object.values(list).flatMap(({ files }) => files);
    expect(committed.filter((file) => file !== 'sounds.json').toSorted()).toEqual(played.toSorted());
  });

  test.each(pieces.items.map(({ sound }) => sound))(
    '%s: both are equally loud within 0.1 LU, equally long to the sample, and 15 to 30 s',
    async (name) => {
      const [before, after] = await Promise.all(
        ['before', 'after'].map((version) => heardOf(join(folder, `pieces-${name}-${version}.mp3`))),
      );
      if (!before || !after) throw new Error('Nothing was built');
      const { frames = 0 } = list[`pieces-${name}`] ?? {};
      expect(frames / rateHz).toBeGreaterThanOrEqual(15);
      expect(frames / rateHz).toBeLessThanOrEqual(30);
      expect([before.left.length, after.left.length]).toEqual([frames, frames]);
      expect(Math.abs(loudnessOf(after, rateHz) - loudnessOf(before, rateHz))).toBeLessThan(0.1);
      // Here the second is the first without its clicks, so that they match at every moment.
      if (name === 'side-two') for (const fromS of [2, 8, 13]) expect(laterBy(before, after, fromS)).toBe(0);
    },
  );
});

describe('a piece', () => {
  const quiet = noiseOf(1);

  test('shows the measured difference and plays both sounds without it, aligned to the sample', async () => {
    const { sound, output } = await pieceOf('noise', {
      before: { sound: quiet, rateHz },
      after: { sound: louderBy(quiet, 6.3), rateHz },
    });
    expect(sound).toEqual({ frames: noiseS * rateHz, differenceDb: 6.3 });
    const folder = makeTestFolder();
    for (const version of ['before', 'after']) {
      const path = join(folder, version);
      writeFileSync(path, output[`${version}.mp3`] ?? '');
      const heard = await heardOf(path);
      expect(heard.left.length).toBe(quiet.left.length);
      // Only the louder one is turned down.
      expect(Math.abs(loudnessOf(heard, rateHz) - loudnessOf(quiet, rateHz))).toBeLessThan(0.1);
      expect(laterBy(quiet, heard, 1)).toBe(0);
    }
  });

  test('rejects two sounds of different loudness with a message', async () => {
    const short = { left: quiet.left.slice(1), right: quiet.right.slice(1) };
    const made = pieceOf('noise', { before: { sound: quiet, rateHz }, after: { sound: short, rateHz } });
    await expect(made).rejects.toThrow(SoundFileError);
    await expect(made).rejects.toThrow(
      'content/audio/noise-before has 144000 samples at 48000 Hz, noise-after 143999 samples at 48000 Hz',
    );
  });
});

test('plays a mono file on both sides, and names a file that is not audio', async () => {
  const folder = makeTestFolder();
  const path = join(folder, 'own.wav');
  const samples = Float32Array.of(0, 0.5, -0.25, 1);
  writeFileSync(path, new Uint8Array(floatWaveOf([samples], 44_100)));
  const read = await readSound(path, 'content/audio/own.wav');
  expect(read).toEqual({ sound: { left: samples, right: samples }, rateHz: 44_100 });
  writeFileSync(path, 'RIFF');
  await expect(readSound(path, 'content/audio/own.wav')).rejects.toThrow('content/audio/own.wav: is neither');
});

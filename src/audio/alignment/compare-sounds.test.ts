import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { compareFiles } from './compare-files.ts';
import { compareSounds } from './compare-sounds.ts';
import { musicOf, rateHz, type Music } from './music.fixture.ts';
import { placeIn, type SharedPiece } from './sound-comparison.ts';

let folder = '';
/** At the studio rate; and at a lower rate, long enough to lose a part and still be matched. */
let [original, long]: [Music, Music] = [new Float32Array(), new Float32Array()];
const lowHz = 16_000;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comparing-'));
  original = musicOf(12);
  write('original', original);
  long = musicOf(36, 1, lowHz);
  write('long', long, { rateHz: lowHz });
});
afterAll(() => rm(folder, { recursive: true }));

function write(name: string, music: Music, options: Partial<Parameters<typeof waveFileOf>[0]> = {}) {
  const sample = (frame: number) => Math.max(-1, Math.min(1, music[frame] ?? 0));
  writeFileSync(
    join(folder, name),
    waveFileOf({ rateHz, bits: 16, frames: music.length, sample, ...options }),
  );
  return { path: join(folder, name), lengthS: music.length / (options.rateHz ?? rateHz) };
}

const theOriginal = () => ({ path: join(folder, 'original'), lengthS: original.length / rateHz });
const theLong = () => ({ path: join(folder, 'long'), lengthS: long.length / lowHz });
type Sound = ReturnType<typeof theOriginal>;

const never = { onProgress: () => undefined, signal: new AbortController().signal };

async function compareTo(newer: Sound, older = theOriginal()) {
  const outcome = await compareFiles({ older, newer }, never.onProgress);
  if (outcome.kind !== 'compared') throw new Error(outcome.reason);
  return outcome.comparison;
}

const delayed = (music: Music, by: number) => {
  const late = new Float32Array(music.length + by);
  late.set(music, by);
  return late;
};

/** Older minus newer, in samples of the newer. */
const shiftsOf = (pieces: readonly SharedPiece[]) => pieces.map(({ olderAt, newerAt }) => olderAt - newerAt);
const isNear = (value: number | undefined, expected: number, by: number) =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(by);

describe('two versions of a recording', () => {
  const changes: Record<string, (music: Music) => Music> = {
    'as it was': (music) => music,
    'hard limited': (music) => music.map((value) => Math.tanh(4 * value) * 0.6),
    'with noise': (music) => music.map((value, at) => value + 0.02 * Math.sin(at * at * 0.37)),
    equalised: (music) => music.map((value, at) => value - 0.8 * (music[at - 1] ?? 0)),
    inverted: (music) => music.map((value) => -0.5 * value),
  };
  test.for(Object.keys(changes))('are aligned to the sample: %s', async (name) => {
    const change = changes[name] as (music: Music) => Music;
    // One case at the studio rate, which takes three times as long.
    const [music, older, options] =
      name === 'as it was' ? [original, theOriginal(), {}] : [long, theLong(), { rateHz: lowHz }];
    const newer = write(
      name,
      delayed(change(music.subarray(0, 12 * (options.rateHz ?? rateHz))), 12_345),
      options,
    );
    const { pieces, isInverted } = await compareTo(newer, older);
    expect(isInverted).toBe(name === 'inverted');
    expect(pieces).toHaveLength(1);
    isNear(shiftsOf(pieces)[0], -12_345, 1);
  });

  test('at two sample rates are aligned in samples of the newer', async () => {
    const music = long.subarray(0, 12 * lowHz);
    const [late, slowHz] = [delayed(music, lowHz / 10), (lowHz * 44.1) / 48];
    const slow = new Float32Array(Math.floor((late.length * 44.1) / 48)).map((_, at) =>
      valueAt(late, (at * 48) / 44.1),
    );
    const comparison = await compareTo(write('slow', slow, { rateHz: slowHz }), theLong());
    expect(comparison.rateHz).toBe(slowHz);
    isNear(shiftsOf(comparison.pieces)[0], -slowHz / 10, 1);
  });

  test('are aligned before and after a cut, whose positions have no match', async () => {
    const [from, to] = [15.3 * lowHz, 19.6 * lowHz];
    const cut = new Float32Array([...long.subarray(0, from), ...long.subarray(to)]);
    const comparison = await compareTo(write('cut', cut, { rateHz: lowHz }), theLong());
    expect(shiftsOf(comparison.pieces)).toEqual([0, 4.3 * lowHz]);
    const [first] = comparison.pieces;
    isNear((first?.frames ?? 0) / lowHz, 15.3, 0.2);
    expect([1000, 25_000, 36_000].map((ms) => placeIn(comparison, ms))).toEqual([1000, 20_700, 31_700]);
    expect(placeIn(comparison, 17_000)).toBeNull();
  });

  test('are aligned before and after an insertion', async () => {
    const [at, other] = [20 * lowHz, musicOf(5, 77, lowHz)];
    const longer = new Float32Array([...long.subarray(0, at), ...other, ...long.subarray(at)]);
    const comparison = await compareTo(write('longer', longer, { rateHz: lowHz }), theLong());
    expect(shiftsOf(comparison.pieces)).toEqual([0, -5 * lowHz]);
    expect([19_000, 21_000, 36_000].map((ms) => placeIn(comparison, ms))).toEqual([19_000, 26_000, 41_000]);
    expect(comparison.strip.bandsDb[1]?.[44]).toBeNull();
  });

  test('show changes by band and time, whatever their level', async () => {
    const louder = original.map(
      (value, at) => 0.5 * value + (at > 4 * rateHz && at < 8 * rateHz ? hum(at) : 0),
    );
    const { strip, louderLu } = await compareTo(write('hum', louder));
    expect(strip.columnMs).toBe(500);
    const [, bass = [], , , high = []] = strip.bandsDb;
    expect(bass).toHaveLength(24);
    expect(Math.min(...bass.slice(9, 15).map(Number)) - Number(bass[0])).toBeGreaterThan(2);
    // The hum contributes to the loudness.
    const matched = 20 * Math.log10(0.5) - (louderLu ?? 0);
    for (const unchanged of [bass.slice(0, 7), bass.slice(18), high])
      for (const db of unchanged) isNear(Number(db), matched, 0.3);
  });

  test('are level-matched by their shared audio only', async () => {
    const outro = musicOf(20, 77, lowHz).map((value) => 4 * value);
    const newer = write('outro', new Float32Array([...long, ...outro]), { rateHz: lowHz });
    const { louderLu, strip } = await compareTo(newer, theLong());
    isNear(louderLu ?? undefined, 0, 0.1);
    for (const bands of strip.bandsDb) for (const db of bands.slice(0, 70)) isNear(Number(db), 0, 0.3);
  });

  test('in mono and stereo are level-matched as two loudspeakers play them', async () => {
    const sample = (frame: number) => 0.5 * (original[Math.floor(frame)] ?? 0);
    const newer = write('stereo', original, { channels: 2, sample });
    isNear((await compareTo(newer)).louderLu ?? undefined, 20 * Math.log10(0.5), 0.1);
  });

  test('that have nothing in common are reported as too different', async () => {
    const newer = write('other', musicOf(12, 5));
    expect(await compareFiles({ older: theOriginal(), newer }, never.onProgress)).toEqual({
      kind: 'uncompared',
      reason: 'too-different',
    });
  });

  test('are compared in a thread with the same result', async () => {
    const newer = write('delayed', delayed(original, 480));
    const expected = await compareFiles({ older: theOriginal(), newer }, never.onProgress);
    expect(await compareSounds({ older: theOriginal(), newer }, never)).toEqual(expected);
    expect(expected.kind).toBe('compared');
  });
});

const hum = (at: number) => 0.1 * Math.sin((2 * Math.PI * 100 * at) / rateHz);

/** Between samples, by a windowed sinc. */
function valueAt(music: Music, place: number): number {
  const middle = Math.floor(place);
  let sum = 0;
  for (let at = middle - 15; at <= middle + 16; at += 1) {
    const x = Math.PI * (place - at);
    const window = 0.5 + 0.5 * Math.cos((Math.PI * (place - at)) / 17);
    sum += (music[at] ?? 0) * window * (x === 0 ? 1 : Math.sin(x) / x);
  }
  return sum;
}

import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { createBandMeter, type MeteredRow, changeStripOf, planStrip } from './change-strip.ts';
import { compareFiles } from './compare-files.ts';
import { beatOf, type Music } from './music.fixture.ts';
import type { ChangeStrip, SharedPiece } from './sound-comparison.ts';

const rateHz = 44_100;
/** Changes of at least this size are listed. */
const listedDb = 1.5;

let folder = '';
let beat: Music = new Float32Array();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strip-'));
  beat = beatOf(12, 1, rateHz);
  // A pause that holds only the decay of the sound before it.
  beat.fill(0, 4.3 * rateHz, 6.1 * rateHz);
});
afterAll(() => rm(folder, { recursive: true }));

function write(name: string, music: Music) {
  const sample = (frame: number) => Math.max(-1, Math.min(1, music[frame] ?? 0));
  writeFileSync(join(folder, name), waveFileOf({ rateHz, frames: music.length, sample }));
  return { path: join(folder, name), lengthS: music.length / rateHz };
}

const delayed = (music: Music, by: number, db: number) =>
  new Float32Array(music.length + by).map((_, at) => 10 ** (db / 20) * (music[at - by] ?? 0));

const most = ({ bandsDb }: ChangeStrip) => Math.max(...bandsDb.flat().map((db) => Math.abs(db ?? 0)));

test.for([
  { by: 1000, db: 0 },
  { by: 1024, db: 4 },
  { by: 1.75 * rateHz, db: 4 },
])('strokes that are only later by $by samples and $db dB louder changed nowhere', async ({ by, db }) => {
  const outcome = await compareFiles(
    { older: write('older', beat), newer: write('newer', delayed(beat, by, db)) },
    () => undefined,
  );
  if (outcome.kind !== 'compared') throw new Error(outcome.reason);
  const { pieces, strip } = outcome.comparison;
  expect(pieces.map(({ newerAt, olderAt }) => newerAt - olderAt)).toEqual([by]);
  expect(strip.bandsDb.flat().filter((cell) => cell !== null).length).toBeGreaterThan(150);
  expect(most(strip)).toBeLessThan(0.5);
});

/** Compares two signals without files, using the given pieces; passes the samples in blocks, as a decoder does. */
function stripOf(older: Music, newer: Music, pieces: readonly SharedPiece[], [ofOlder, ofNewer] = [1, 1]) {
  const plan = planStrip(pieces, newer.length / ofNewer, rateHz);
  const measured = (music: Music, rows: readonly MeteredRow[], ofChannels: number) => {
    const columns = plan.rowCounts.length;
    const meter = createBandMeter({ rateHz, channels: ofChannels, rows, columns });
    for (let at = 0; at < music.length; at += 3334) meter.add(music.subarray(at, at + 3334));
    return meter.read();
  };
  return changeStripOf(plan, {
    older: measured(older, plan.older, ofOlder),
    newer: measured(newer, plan.newer, ofNewer),
    louderLu: 0,
  });
}

test('finds no changes for strokes at a column border if the rough shift is half a millisecond off', () => {
  for (const off of [-22, 22]) {
    const piece = { olderAt: 500, newerAt: 1500 + off, frames: beat.length - 1000 };
    expect(most(stripOf(beat, delayed(beat, 1000, 0), [piece]))).toBeLessThan(listedDb);
  }
});

test('measures moved and repeated passages at their positions', () => {
  const [third, strokes] = [4 * rateHz, beatOf(12, 9, rateHz)];
  const parts = [1, 0, 0].map((part) => ({ olderAt: part * third, frames: third }));
  const newer = new Float32Array(3 * third);
  const pieces = parts.map((part, index) => ({ ...part, newerAt: index * third }));
  for (const { olderAt, newerAt } of pieces) newer.set(strokes.subarray(olderAt, olderAt + third), newerAt);
  const strip = stripOf(strokes, newer, pieces);
  expect(strip.bandsDb.flat()).not.toContain(null);
  expect(most(strip)).toBe(0);
});

test('finds a single louder stroke in its column', () => {
  const by = 1000;
  const newer = delayed(beat, by, 0);
  for (let at = 8 * rateHz; at < 8.5 * rateHz; at += 1) newer[at] = 2 * (newer[at] ?? 0);
  const strip = stripOf(beat, newer, [{ olderAt: 0, newerAt: by, frames: beat.length }]);
  const changed = strip.bandsDb.map((cells) =>
    cells.flatMap((db, at) => ((db ?? 0) >= listedDb ? [at] : [])),
  );
  for (const columns of changed) {
    expect(columns).toContain(16);
    expect(columns.filter((column) => Math.abs(column - 16) > 1)).toEqual([]);
  }
});

test('measures one channel like two identical channels', () => {
  const stereo = new Float32Array(2 * beat.length).map((_, at) => beat[Math.floor(at / 2)] ?? 0);
  const whole = { olderAt: 0, newerAt: 0, frames: beat.length };
  expect(most(stripOf(beat, stereo, [whole], [1, 2]))).toBeLessThan(0.1);
});

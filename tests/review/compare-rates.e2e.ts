import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Played } from '#src/features/review/compare/blind-test.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { encode } from '#src/audio/encoded-sound.fixture.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';
import { readRecorded, recordVoices, upload } from '../harness/record-voices.ts';

const { player } = content.project;
const rateHz = 48_000;

/** Notes with soft onsets at a position: none of them is near the limit of any sample rate. */
const notes = Array.from({ length: 90 }, (_, index) => ({
  fromS: index * 0.15,
  // Without repetition, so that the versions match in only one place.
  hz: 110 * 2 ** (((index * index * 7) % 97) / 24),
}));
const notesAt = (s: number) => {
  const last = Math.floor(s / 0.15);
  return notes.slice(Math.max(0, last - 6), last + 1).reduce((sum, { fromS, hz }) => {
    const since = s - fromS;
    return sum + 0.15 * Math.sin(2 * Math.PI * hz * since) * Math.sin(Math.PI * Math.min(1, since)) ** 2;
  }, 0);
};

const notesWave = (ownHz: number, gain: number) =>
  waveFileOf({
    rateHz: ownHz,
    bits: 24,
    channels: 2,
    frames: 13 * ownHz,
    // Some noise, so that the file has several parts.
    sample: (frame) => gain * notesAt(frame / ownHz) + 2e-5 * (Math.random() - 0.5),
  });

test('keeps versions of different sample rates aligned across parts, and leaves nothing of the other after a switch', async ({
  page,
  project,
  faults,
}) => {
  faults.allow(/ScriptProcessorNode/);
  await page.addInitScript(recordVoices, 2);
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  const flac = await encode(folder, 'mix.flac', ['-c:a', 'flac', '-f', 'flac'], notesWave(44_100, 0.5));
  const v1 = await upload(page, project.path, 'Mix v1.flac', readFileSync(flac));
  rmSync(folder, { recursive: true });
  const v2 = await upload(page, project.path, 'Mix v2.wav', notesWave(rateHz, 1));
  await page.goto(`/portal/files/${v1}/compare/${v2}`);
  await expect(page.locator('[data-compare]')).toBeVisible();
  const played = await page.locator('[data-compare]').getAttribute('data-compare');
  const { matchedDb, pieces } = JSON.parse(played ?? '{}') as Pick<Played, 'matchedDb' | 'pieces'>;
  expect(pieces.map(({ olderAt, newerAt }) => olderAt - newerAt)).toEqual([0]);
  expect(matchedDb[0]).toBe(0);
  // The newer one is twice as loud.
  expect(Math.abs(matchedDb[1] + 20 * Math.log10(2))).toBeLessThanOrEqual(0.1);

  await page.getByRole('button', { name: player.play, exact: true }).click();
  const position = page.getByRole('slider', { name: player.position });
  const record = async (seconds: number) => {
    const { frames } = await page.evaluate(readRecorded);
    await expect
      .poll(async () => (await page.evaluate(readRecorded)).frames)
      .toBeGreaterThan(frames + seconds * rateHz);
  };
  for (const [ms, seconds] of [
    [500, 5],
    [7777, 1],
    [3300, 1],
  ] as const) {
    await position.fill(String(ms));
    await record(seconds);
  }
  for (const voice of [0, 1]) {
    await page.keyboard.press('x');
    await record(0.3);
    const gain = 10 ** ((matchedDb[voice] ?? 0) / 20);
    await page.evaluate((alone) => void (globalThis.heardAlone = alone), { voice, gain });
    await record(0.5);
    await page.evaluate(() => void (globalThis.heardAlone = null));
  }
  const heard = await page.evaluate(readRecorded);
  process.stdout.write(`${JSON.stringify(heard)}\n`);
  expect(heard.most).toBeGreaterThan(0.05);
  expect(heard.difference).toBeLessThan(1e-3);
  expect(heard.residue).toBeLessThanOrEqual(1e-4);
});

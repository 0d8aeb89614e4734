import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atLevel, hum, joined } from '#src/features/cymatics/listen/voices.fixture.ts';
import { waveFileOf } from '../scripts/generate/wave-file.ts';
import { openOn, selectedKey } from './harness/instrument.ts';
import { unplug, voiceArguments, watchedOf, watchMicrophone } from './harness/microphone.ts';
import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

const rateHz = 48_000;
const folder = mkdtempSync(join(tmpdir(), 'antinode-voice-'));
const voice = join(folder, 'a3.wav');
const pause = (seconds: number) => new Float32Array(seconds * rateHz);
// A3 and 25 cents, for so long that a busy machine may lose some of it, then a breath.
const hummed = atLevel(hum({ hz: 220 * 2 ** (25 / 1200), seconds: 5, rateHz, seed: 1 }), -25);
writeFileSync(voice, waveFileOf(joined([pause(0.3), hummed, pause(0.5)]), rateHz));

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...voiceArguments(voice)] });
  },
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const listen = (page: Page) => overlayOf(page).getByRole('button', { name: 'Listen', exact: true });
const said = 'Listening. Hold a note until the ring closes.';

/** Opens the overlay so that what is hummed leads nowhere, and listens. */
async function listenInPlayMode(page: Page): Promise<void> {
  await watchMicrophone(page);
  await openOn(page);
  await overlayOf(page).getByRole('button', { name: 'Play', exact: true }).click();
  await listen(page).click();
  await expect(overlayOf(page)).toContainText(said);
}

async function expectLetGo(page: Page): Promise<void> {
  await expect(listen(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await watchedOf(page)).tracks).not.toContain('live');
}

test('nothing is asked for or loaded before Listen is pressed', async ({ page }) => {
  await watchMicrophone(page);
  await openOn(page);
  await expect(listen(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(overlayOf(page)).toContainText('The sound never leaves this device.');
  expect(await watchedOf(page)).toMatchObject({ asked: 0, worklets: 0 });
});

test('a hummed A is selected and leads where A leads', async ({ page, faults }) => {
  // The portal refuses whoever is not signed in.
  faults.allow(/status of 403/);
  await openOn(page);
  await listen(page).click();
  await expect(selectedKey(page)).toHaveAccessibleName(/^A4,/);
  await page.waitForURL('/portal');
});

test('in Play mode the ring closes and it listens on, until the overlay closes', async ({ page }) => {
  await listenInPlayMode(page);
  await expect.poll(async () => (await watchedOf(page)).fullest).toBe(1);
  await expect(selectedKey(page)).toHaveAccessibleName(/^A4,/);
  await expect(page).toHaveURL(/terms/);
  expect(await watchedOf(page)).toMatchObject({ tracks: ['live'], worklets: 1, asked: 1 });
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  await expect
    .poll(async () => {
      const { tracks, contexts } = await watchedOf(page);
      return [...tracks, ...contexts].filter((state) => state !== 'ended' && state !== 'closed');
    })
    .toEqual([]);
});

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the figure follows the voice between two notes', async ({ page }) => {
    await listenInPlayMode(page);
    await expect
      .poll(async () => {
        const download = page.waitForEvent('download');
        await overlayOf(page).getByRole('button', { name: 'Save SVG' }).click();
        return readFile(await (await download).path(), 'utf8');
      })
      .toContain('A4, 440 Hz; A#4, 466.16 Hz');
  });
});

test('pressing Listen again lets go of the microphone', async ({ page }) => {
  await listenInPlayMode(page);
  await listen(page).click();
  await expectLetGo(page);
});

test('a page that is hidden listens no more', async ({ page }) => {
  await listenInPlayMode(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectLetGo(page);
});

test('an unplugged microphone is said, and Listen can be pressed again', async ({ page }) => {
  await listenInPlayMode(page);
  await unplug(page);
  await expect(overlayOf(page)).toContainText('The microphone stopped. Choose Listen to try again.');
  await expectLetGo(page);
  await listen(page).click();
  await expect(overlayOf(page)).toContainText(said);
  expect(await watchedOf(page)).toMatchObject({ tracks: ['ended', 'live'], asked: 2 });
});

// A microphone that is refused, missing or in use: cymatics-hints.e2e.ts.
const failures: [name: string, told: string, breakIt: () => void][] = [
  [
    'a browser without worklets',
    'This browser cannot listen.',
    () => Reflect.deleteProperty(globalThis, 'AudioWorkletNode'),
  ],
  [
    'a worklet that does not load',
    'The microphone stopped.',
    () => {
      Worklet.prototype.addModule = () => Promise.reject(new DOMException('No', 'AbortError'));
    },
  ],
];

for (const [name, told, breakIt] of failures)
  test(`${name} is said, and the keys go on working`, async ({ page }) => {
    await watchMicrophone(page);
    await page.addInitScript(breakIt);
    await openOn(page);
    await listen(page).click();
    await expect(overlayOf(page)).toContainText(told);
    await expectLetGo(page);
    await selectedKey(page).press('ArrowRight');
    await expect(selectedKey(page)).toHaveAccessibleName(/^C#4,/);
  });

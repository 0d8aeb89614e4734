import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { atLevel, hum, joined } from '#src/features/cymatics/listen/voices.fixture.ts';
import { waveFileOf } from '#src/features/files/wave-file.fixture.ts';
import { content } from '../harness/content.ts';
import { openOn, selectedKey } from '../harness/instrument.ts';
import {
  unplug,
  voiceArguments,
  waitLongForAudio,
  watchedOf,
  watchMicrophone,
} from '../harness/microphone.ts';
import { overlayButton, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const rateHz = 48_000;
const folder = mkdtempSync(join(tmpdir(), 'antinode-voice-'));
const voice = join(folder, 'a3.wav');
const pause = (seconds: number) => new Float32Array(seconds * rateHz);
// A3 and 25 cents, long enough for a busy machine to lose a part of it, then a pause.
const hummed = atLevel(hum({ hz: 220 * 2 ** (25 / 1200), seconds: 5, rateHz, seed: 1 }), -25);
const phrase = joined([pause(0.3), hummed, pause(0.5)]);
writeFileSync(voice, waveFileOf({ rateHz, frames: phrase.length, sample: (frame) => phrase[frame] ?? 0 }));

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...voiceArguments(voice)] });
  },
});
// On exit, not after all tests: a worker that has run some of these tests may get others, which read the file again.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const { listen: words, mark, mode, problems } = content.cymatics;
const listenButton = (page: Page) => overlayButton(page, words.button);

async function listen(page: Page): Promise<void> {
  await listenButton(page).click();
  await expect(overlayOf(page)).toContainText(words.listening);
}

/** Opens the overlay so that hummed notes are not followed. */
async function openInPlayMode(page: Page): Promise<void> {
  await waitLongForAudio(page);
  await watchMicrophone(page);
  await openOn(page);
  await overlayButton(page, mode.play).click();
}

async function expectLetGo(page: Page): Promise<void> {
  await expect(listenButton(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await watchedOf(page)).tracks).not.toContain('live');
}

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('listens from one press to the next, until the microphone or the page is gone, or until the overlay closes', async ({
  page,
}) => {
  await openInPlayMode(page);

  await test.step('nothing is asked for or loaded before Listen is pressed', async () => {
    await expect(listenButton(page)).toHaveAttribute('aria-pressed', 'false');
    await expect(overlayOf(page)).toContainText(words.privacy);
    expect(await watchedOf(page)).toMatchObject({ asked: 0, worklets: 0 });
  });

  await test.step('in Play mode the ring closes and it listens on', async () => {
    await listen(page);
    await expect.poll(async () => (await watchedOf(page)).fullest).toBe(1);
    await expect(selectedKey(page)).toHaveAccessibleName(/^A4,/);
    await expect(page).toHaveURL(/terms/);
    expect(await watchedOf(page)).toMatchObject({ tracks: ['live'], worklets: 1, asked: 1 });
  });

  await test.step('the next press lets go of the microphone', async () => {
    await listenButton(page).click();
    await expectLetGo(page);
  });

  await test.step('an unplugged microphone is said, and Listen can be pressed again', async () => {
    await listen(page);
    await unplug(page);
    await expect(overlayOf(page)).toContainText(problems.microphone.failed);
    await expectLetGo(page);
    await listen(page);
    expect(await watchedOf(page)).toMatchObject({ tracks: ['ended', 'ended', 'live'], asked: 3 });
  });

  await test.step('a page that is hidden listens no more', async () => {
    await setHidden(page, true);
    await expectLetGo(page);
    await setHidden(page, false);
  });

  await test.step('nothing is left when the overlay closes', async () => {
    await listen(page);
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
    await expect
      .poll(async () => {
        const { tracks, contexts } = await watchedOf(page);
        return [...tracks, ...contexts].filter((state) => state !== 'ended' && state !== 'closed');
      })
      .toEqual([]);
  });
});

test('selects a hummed A and follows it', async ({ page, faults }) => {
  // The portal refuses signed-out people.
  faults.allow(/status of 403/);
  await waitLongForAudio(page);
  await openOn(page);
  await listenButton(page).click();
  await expect(selectedKey(page)).toHaveAccessibleName(/^A4,/);
  await page.waitForURL('/portal');
});

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('follows the voice between two notes with the figure', async ({ page }) => {
    await openInPlayMode(page);
    await listen(page);
    await expect
      // The voice sounds in a part of each loop of its file: infrequent polling could always miss it.
      .poll(
        async () => {
          const download = page.waitForEvent('download');
          await overlayButton(page, mark.svg).click();
          return readFile(await (await download).path(), 'utf8');
        },
        { intervals: [50] },
      )
      .toContain('A4, 440 Hz; A#4, 466.16 Hz');
  });
});

// A microphone that is refused, missing or in use: cymatics-hints.e2e.ts.
test('reports a worklet that does not load or is unsupported, and keeps the keys working', async ({
  page,
}) => {
  await watchMicrophone(page);
  await openOn(page);
  for (const { breakIt, told, next } of [
    {
      breakIt: () => {
        Worklet.prototype.addModule = () => Promise.reject(new DOMException('No', 'AbortError'));
      },
      told: problems.microphone.failed,
      next: /^C#4,/,
    },
    {
      breakIt: () => void Reflect.deleteProperty(globalThis, 'AudioWorkletNode'),
      told: problems.microphone.unsupported,
      next: /^D4,/,
    },
  ]) {
    await page.evaluate(breakIt);
    await listenButton(page).click();
    await expect(overlayOf(page)).toContainText(told);
    await expectLetGo(page);
    await selectedKey(page).press('ArrowRight');
    await expect(selectedKey(page)).toHaveAccessibleName(next);
  }
});

import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { keyOf } from '../harness/instrument.ts';
import { contextsMade, countHoldings, countMemory } from '../harness/leaks.ts';
import { waitLongForAudio } from '../harness/microphone.ts';
import { headerEntry, largeScreen, overlayButton as button, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { cymatics: words } = content;

// A microphone that hears a tone, permitted without a prompt.
test.use({
  viewport: largeScreen,
  launchOptions: async ({ launchOptions }, use) => {
    await use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    });
  },
});

/** States in which a visitor closes the overlay. */
const leftRunning: ((page: Page) => Promise<void>)[] = [
  // Only the picture.
  async () => undefined,
  // A tone in its attack, a held one, and a pending navigation, which a slow machine must not complete.
  async (page) => {
    await keyOf(page, 'A4').focus();
    await page.evaluate(() => {
      for (const key of ['Enter', 'Escape']) {
        const press = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(press);
      }
    });
  },
  // The demo, the letter row and the explanation.
  async (page) => {
    await button(page, words.demo.start).click();
    await button(page, words.keys.letters).click();
    await button(page, words.info.title).click();
  },
  // A chord, and a crossfade.
  async (page) => {
    await button(page, words.mode.play).click();
    await keyOf(page, 'C4').focus();
    for (const key of ['KeyA', 'KeyD', 'KeyG']) await page.keyboard.down(key);
  },
  // The test tone, and a pending request for the microphone.
  async (page) => {
    await button(page, words.sound.test).click();
    await button(page, words.listen.button).click();
  },
];

test('releases everything, however often and in whatever state the overlay is closed', async ({ page }) => {
  test.slow();
  const holdings = await countHoldings(page);
  await page.goto('/terms');
  const closeInEveryState = async () => {
    for (const leaveRunning of leftRunning) {
      await headerEntry(page).click();
      await expect(overlayOf(page)).toBeVisible();
      await leaveRunning(page);
      await page.keyboard.press('Escape');
      await expect(overlayOf(page)).toHaveCount(0);
      for (const key of ['Enter', 'KeyA', 'KeyD', 'KeyG']) await page.keyboard.up(key);
    }
  };
  const calm = { timers: 0, frames: 0, openContexts: 0, graphics: 0, canvases: 0, dialogs: 0, tracks: 0 };
  // The first rounds load cached resources: code, styles, React's own listeners on the document.
  await closeInEveryState();
  await expect.poll(holdings).toMatchObject(calm);
  const { listeners } = await holdings();
  const before = await countMemory(page);

  const rounds = 3;
  for (let round = 0; round < rounds; round += 1) await closeInEveryState();
  await expect.poll(holdings).toEqual({ ...calm, listeners });
  // A leak grows with every round; a difference of one has not been garbage-collected yet.
  const leaked = async () =>
    Object.entries(await countMemory(page)).filter(([kind, count]) => count >= (before[kind] ?? 0) + rounds);
  await expect.poll(leaked).toEqual([]);
  // The rounds did play sound.
  expect(await contextsMade(page)).toBeGreaterThan(leftRunning.length);
});

test('releases as much after a navigation as after Escape', async ({ page }) => {
  const holdings = await countHoldings(page);
  await page.goto('/?note=C4');
  await keyOf(page, 'B4').focus();
  await page.keyboard.down('Enter');
  await expect(page).toHaveURL('/#contact');
  await expect.poll(holdings).toMatchObject({ frames: 0, openContexts: 0, dialogs: 0, tracks: 0 });
  await expect(page.getByRole('img', { name: /figure with/ })).toHaveCount(0);
});

test('opens the microphone while listening and closes it with the overlay', async ({ page }) => {
  await waitLongForAudio(page);
  const holdings = await countHoldings(page);
  await page.goto('/terms?note=C4');
  await expect(overlayOf(page)).toContainText(words.listen.privacy);
  await button(page, words.listen.button).click();
  await expect(button(page, words.listen.button)).toHaveAttribute('aria-pressed', 'true');
  await expect(overlayOf(page)).toContainText(words.listen.listening);
  expect((await holdings()).tracks).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(holdings).toMatchObject({ tracks: 0, openContexts: 0, frames: 0, timers: 0 });
});

import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import {
  forgetTones,
  keyOf,
  openOnStillClock,
  placeOf,
  pointAt,
  pressKey,
  recordTones,
  selectedKey,
} from '../harness/instrument.ts';
import { overlayButton, overlayOf, reopen } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { close, demo, mode, sound } = content.cymatics;

// The clock of these tests would draw every frame of the waiting time.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const expectSelected = async (page: Page, id: string) =>
  expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${id},`));

/** Expects the page to stay, however long one waits. */
async function expectNothingHappens(page: Page, url = '/'): Promise<void> {
  await page.clock.runFor(2000);
  await expect(page).toHaveURL(({ pathname, hash }) => pathname + hash === url);
}

async function play(page: Page, note: string): Promise<void> {
  await pressKey(page, note);
  await page.mouse.up();
}

test(
  'follows a note 300 ms after its press, whatever the pointer does, and the last note wins',
  { tag: '@default' },
  async ({ page }) => {
    const tones = await recordTones(page);
    const overlay = await openOnStillClock(page, 'C4', '/');

    await test.step('not before 300 ms, and the overlay closes', async () => {
      await pressKey(page, 'G4');
      await page.clock.runFor(299);
      await expect(page).toHaveURL('/?note=C4');
      await expect(overlay).toBeVisible();
      await page.clock.runFor(1);
      await expect(page).toHaveURL('/#edutech');
      await expect(overlay).toHaveCount(0);
      await page.mouse.up();
      await page.clock.runFor(100);
      await expect(page.locator('#edutech')).toBeFocused();
    });

    await test.step('the last note waits its own 300 ms', async () => {
      await reopen(page);
      await play(page, 'G4');
      await page.clock.runFor(200);
      await play(page, 'B4');
      await page.clock.runFor(299);
      await expect(page).toHaveURL('/#edutech');
      await page.clock.runFor(1);
      await expect(page).toHaveURL('/#contact');
    });

    await test.step('sliding off the key ends its tone and not the navigation', async () => {
      await reopen(page);
      await forgetTones(page);
      await pressKey(page, 'G4');
      await expect.poll(tones).toEqual([{ hz: 392, isCut: false }]);
      const { x, y } = await placeOf(page, 'A4');
      await page.mouse.move(x, y);
      await expect.poll(tones).toEqual([{ hz: 392, isCut: true }]);
      await page.clock.runFor(300);
      await expect(page).toHaveURL('/#edutech');
      await page.mouse.up();
    });

    await test.step('pointing at the neighbours on the way out calls nothing off', async () => {
      await reopen(page);
      await play(page, 'B4');
      await pointAt(page, 'A4');
      await expectSelected(page, 'A4');
      await page.clock.runFor(300);
      await expect(page).toHaveURL('/#contact');
    });

    await test.step('with the sound off a note is silent and still leads where it leads', async () => {
      await reopen(page);
      await forgetTones(page);
      await overlayButton(page, sound.on).click();
      await pressKey(page, 'F4');
      await page.clock.runFor(300);
      await expect(page).toHaveURL('/#records');
      await page.mouse.up();
      expect(await tones()).toEqual([]);
    });
  },
);

test('cancels the navigation on Escape, Close, a black key, another note or Play; in Play a note only sounds', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  for (const { what, act, staysOpen } of [
    { what: 'Escape', act: () => page.keyboard.press('Escape'), staysOpen: false },
    { what: 'Close', act: () => overlayButton(page, close).click(), staysOpen: false },
    { what: 'a black key', act: () => play(page, 'G#4'), staysOpen: true },
    { what: 'turning to another note', act: () => page.keyboard.press('ArrowLeft'), staysOpen: true },
    { what: 'Play', act: () => overlayButton(page, mode.play).click(), staysOpen: true },
  ]) {
    await test.step(what, async () => {
      await play(page, 'G4');
      await page.clock.runFor(250);
      await act();
      await expectNothingHappens(page);
      await expect(overlayOf(page)).toHaveCount(staysOpen ? 1 : 0);
      if (!staysOpen) await reopen(page);
    });
  }

  await test.step('in Play a note only sounds', async () => {
    await expect(overlayButton(page, mode.play)).toHaveAttribute('aria-pressed', 'true');
    await expect(overlayButton(page, mode.navigate)).toHaveAttribute('aria-pressed', 'false');
    await forgetTones(page);
    await play(page, 'E4');
    await expectNothingHappens(page);
    await expect(overlayOf(page)).toBeVisible();
    expect((await tones()).map(({ hz }) => hz)).toEqual([329.63]);
    await overlayButton(page, mode.navigate).click();
    await expect(overlayButton(page, mode.navigate)).toHaveAttribute('aria-pressed', 'true');
  });
});

test('steps through the octave in the demo every 3000 ms, in silence, until it is stopped or the overlay closes', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await overlayButton(page, demo.start).click();
  await page.clock.runFor(2999);
  await expectSelected(page, 'C4');
  await page.clock.runFor(1);
  await expectSelected(page, 'C#4');
  await page.clock.runFor(2999);
  await expectSelected(page, 'C#4');
  await page.clock.runFor(1);
  await expectSelected(page, 'D4');
  await page.clock.runFor(3000 * 9);
  await expectSelected(page, 'B4');
  await page.clock.runFor(3000);
  await expectSelected(page, 'C4');
  await overlayButton(page, demo.stop).click();
  await page.clock.runFor(10_000);
  await expectSelected(page, 'C4');
  await expect(page).toHaveURL('/?note=C4');
  expect(await tones()).toEqual([]);

  await test.step('closing stops it, and the next opening begins anew', async () => {
    await overlayButton(page, mode.play).click();
    await overlayButton(page, demo.start).click();
    await page.clock.runFor(3000);
    await expectSelected(page, 'C#4');
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
    await page.clock.runFor(6000);
    await reopen(page);
    await expectSelected(page, 'C4');
    await expect(overlayButton(page, demo.start)).toBeVisible();
    await expect(overlayButton(page, mode.navigate)).toHaveAttribute('aria-pressed', 'true');
    await page.clock.runFor(6000);
    await expectSelected(page, 'C4');
  });
});

test('does not select a key that appears under a resting mouse', async ({ page }) => {
  await page.goto('/?note=A4');
  const { x, y } = await placeOf(page, 'C4');
  await page.keyboard.press('Escape');
  await page.mouse.move(x, y);
  await page.goto('/?note=A4');
  await expect(keyOf(page, 'C4')).toBeVisible();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expectSelected(page, 'A4');
  await page.mouse.move(x + 3, y);
  await expectSelected(page, 'C4');
});

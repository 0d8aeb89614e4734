import type { Page } from '@playwright/test';
import {
  keyOf,
  openOnStillClock,
  placeOf,
  pointAt,
  pressKey,
  recordTones,
  selectedKey,
} from './harness/instrument.ts';
import { overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

// The clock of these tests would draw every frame of what they wait for.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string) => overlayOf(page).getByRole('button', { name, exact: true });
const expectSelected = async (page: Page, id: string) =>
  expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${id},`));
/** What would be left of a navigation that was called off. */
const expectNothingHappens = async (page: Page) => {
  await page.clock.runFor(2000);
  await expect(page).toHaveURL('/');
};

test('navigation comes 300 ms after the press, and closes the overlay', async ({ page }) => {
  const overlay = await openOnStillClock(page, 'C4', '/');
  await pressKey(page, 'G4');
  await page.clock.runFor(299);
  await expect(page).toHaveURL('/');
  await expect(overlay).toBeVisible();
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/#edutech');
  await expect(overlay).toHaveCount(0);
  await page.mouse.up();
  await page.clock.runFor(100);
  await expect(page.locator('#edutech')).toBeFocused();
});

test('sliding off the key ends its tone and not the navigation', async ({ page }) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await pressKey(page, 'G4');
  await expect.poll(tones).toEqual([{ hz: 392, isCut: false }]);
  const { x, y } = await placeOf(page, 'A4');
  await page.mouse.move(x, y);
  await expect.poll(tones).toEqual([{ hz: 392, isCut: true }]);
  await page.clock.runFor(300);
  await expect(page).toHaveURL('/#edutech');
  await page.mouse.up();
});

test('the last note wins, and waits its own 300 ms', async ({ page }) => {
  await openOnStillClock(page, 'C4', '/');
  await pressKey(page, 'G4');
  await page.mouse.up();
  await page.clock.runFor(200);
  await pressKey(page, 'B4');
  await page.mouse.up();
  await page.clock.runFor(299);
  await expect(page).toHaveURL('/');
  await page.clock.runFor(1);
  await expect(page).toHaveURL('/#contact');
});

for (const { what, act, staysOpen } of [
  { what: 'Escape', act: (page: Page) => page.keyboard.press('Escape'), staysOpen: false },
  { what: 'Close', act: (page: Page) => button(page, 'Close').click(), staysOpen: false },
  { what: 'a black key', act: (page: Page) => pressKey(page, 'G#4'), staysOpen: true },
  { what: 'turning to another note', act: (page: Page) => page.keyboard.press('ArrowLeft'), staysOpen: true },
  { what: 'Play', act: (page: Page) => button(page, 'Play').click(), staysOpen: true },
]) {
  test(`${what} calls the navigation off`, async ({ page }) => {
    await openOnStillClock(page, 'C4', '/');
    await pressKey(page, 'G4');
    await page.mouse.up();
    await page.clock.runFor(250);
    await act(page);
    await expectNothingHappens(page);
    await expect(overlayOf(page)).toHaveCount(staysOpen ? 1 : 0);
  });
}

test('hovering over the neighbours on the way out calls nothing off', async ({ page }) => {
  await openOnStillClock(page, 'C4', '/');
  await pressKey(page, 'G4');
  await page.mouse.up();
  await pointAt(page, 'A4');
  await expectSelected(page, 'A4');
  await page.clock.runFor(300);
  await expect(page).toHaveURL('/#edutech');
});

test('in play mode a note only sounds', async ({ page }) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await expect(button(page, 'Navigate')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Play').click();
  await expect(button(page, 'Play')).toHaveAttribute('aria-pressed', 'true');
  await expect(button(page, 'Navigate')).toHaveAttribute('aria-pressed', 'false');
  await pressKey(page, 'E4');
  await page.mouse.up();
  await expectNothingHappens(page);
  await expect(overlayOf(page)).toBeVisible();
  expect((await tones()).map(({ hz }) => hz)).toEqual([329.63]);
});

test('with the sound off a note is silent and still leads where it leads', async ({ page }) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await button(page, 'Sound on').click();
  await pressKey(page, 'F4');
  await page.clock.runFor(300);
  await expect(page).toHaveURL('/#records');
  await page.mouse.up();
  expect(await tones()).toEqual([]);
});

test('the demo takes its first step after 3000 ms, then one every 3000 ms, in silence', async ({ page }) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await button(page, 'Start Demo').click();
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
  await button(page, 'Stop Demo').click();
  await page.clock.runFor(10_000);
  await expectSelected(page, 'C4');
  await expect(page).toHaveURL('/');
  expect(await tones()).toEqual([]);
});

test('closing stops the demo, and the next opening begins anew', async ({ page }) => {
  await openOnStillClock(page, 'C4', '/');
  await button(page, 'Play').click();
  await button(page, 'Start Demo').click();
  await page.clock.runFor(3000);
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  await page.clock.runFor(6000);
  await page.getByRole('button', { name: 'Play the plate' }).click();
  await expectSelected(page, 'C4');
  await expect(button(page, 'Start Demo')).toBeVisible();
  await expect(button(page, 'Navigate')).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(6000);
  await expectSelected(page, 'C4');
});

test('a key that appears under a resting mouse is not selected', async ({ page }) => {
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

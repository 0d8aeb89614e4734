import type { Page } from '@playwright/test';
import { keyOf, openOn, openOnStillClock, pointAt, recordTones, selectedKey } from './harness/instrument.ts';
import { largeScreen, overlayOf } from './harness/overlay.ts';
import { expect, test } from './harness/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: largeScreen });

const button = (page: Page, name: string) => overlayOf(page).getByRole('button', { name, exact: true });
const expectSelected = async (page: Page, id: string) =>
  expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${id},`));
const hzOf = async (tones: () => Promise<{ hz: number }[]>) => (await tones()).map(({ hz }) => hz);

test('Left and Right walk the octave, stop at its ends, sound nothing, and take the focus along', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOnStillClock(page);
  await page.keyboard.press('ArrowLeft');
  await expectSelected(page, 'C4');
  for (const id of ['C#4', 'D4', 'D#4', 'E4', 'F4', 'F#4', 'G4', 'G#4', 'A4', 'A#4', 'B4', 'B4']) {
    await page.keyboard.press('ArrowRight');
    await expectSelected(page, id);
    await expect(keyOf(page, id)).toBeFocused();
  }
  await page.keyboard.press('ArrowLeft');
  await expect(keyOf(page, 'A#4')).toBeFocused();
  await page.clock.runFor(2000);
  await expect(overlayOf(page)).toBeVisible();
  expect(await tones()).toEqual([]);
});

test('the arrows work from any control, and leave those with a modifier to the browser', async ({ page }) => {
  await openOn(page, 'E4');
  for (const name of ['Close', 'What is Cymatics?', 'Start Demo', 'Save PNG']) {
    await button(page, name).focus();
    await page.keyboard.press('ArrowRight');
    await expect(keyOf(page, 'F4')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('Control+ArrowRight');
  await expectSelected(page, 'E4');
});

test('in the volume slider the arrows are its own', async ({ page }) => {
  await openOn(page, 'E4');
  const volume = page.getByRole('slider', { name: 'Volume' });
  await expect(volume).toHaveValue('20');
  await expect(volume).toHaveAttribute('min', '0');
  await expect(volume).toHaveAttribute('max', '100');
  await volume.focus();
  await page.keyboard.press('ArrowRight');
  await expect(volume).toHaveValue('21');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(volume).toHaveValue('19');
  await page.keyboard.press('End');
  await expect(volume).toHaveValue('100');
  await page.keyboard.press('Home');
  await expect(volume).toHaveValue('0');
  await expect(volume).toBeFocused();
  await expectSelected(page, 'E4');
});

test('the volume is there only while the sound is on, and kept', async ({ page }) => {
  await openOn(page);
  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.fill('64');
  await button(page, 'Sound on').click();
  await expect(volume).toHaveCount(0);
  await expect(button(page, 'Sound off')).toBeFocused();
  await button(page, 'Sound off').click();
  await expect(volume).toHaveValue('64');
});

for (const key of ['Enter', 'Space']) {
  test(`${key} plays the selected note once, ends it on the way up, and follows it`, async ({ page }) => {
    const tones = await recordTones(page);
    await openOnStillClock(page, 'C4', '/');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.down(key);
    await page.keyboard.down(key);
    await page.keyboard.down(key);
    await expect.poll(tones).toEqual([{ hz: 349.23, isCut: false }]);
    await page.keyboard.up(key);
    await expect.poll(tones).toEqual([{ hz: 349.23, isCut: true }]);
    await page.clock.runFor(299);
    await expect(page).toHaveURL('/');
    await page.clock.runFor(1);
    await expect(page).toHaveURL('/#records');
    expect(await tones()).toHaveLength(1);
  });

  test(`${key} belongs to the control that has the focus`, async ({ page }) => {
    const tones = await recordTones(page);
    await openOnStillClock(page, 'C4', '/');
    await button(page, 'Play').focus();
    await page.keyboard.press(key);
    await expect(button(page, 'Play')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('slider').focus();
    await page.keyboard.press(key);
    await button(page, 'What is Cymatics?').focus();
    await page.keyboard.press(key);
    await expect(button(page, 'What is Cymatics?')).toHaveAttribute('aria-expanded', 'true');
    expect(await tones()).toEqual([]);
    await button(page, 'Close').focus();
    await page.keyboard.press(key);
    await expect(overlayOf(page)).toHaveCount(0);
  });

  test(`${key} plays what is selected where nothing, or another key, has the focus`, async ({ page }) => {
    const tones = await recordTones(page);
    await openOn(page);
    await button(page, 'Play').click();
    await page.mouse.click(10, 300);
    await expect(button(page, 'Play')).not.toBeFocused();
    await page.keyboard.press(key);
    await expect.poll(() => hzOf(tones)).toEqual([261.63]);
    await keyOf(page, 'D4').focus();
    await pointAt(page, 'A4');
    await expectSelected(page, 'A4');
    await page.keyboard.press(key);
    await expect.poll(() => hzOf(tones)).toEqual([261.63, 440]);
  });
}

test('letters play while the focus is on the piano or their switch is on, and only then', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOn(page);
  await button(page, 'Play').click();
  await page.keyboard.press('KeyH');
  await expectSelected(page, 'C4');
  await keyOf(page, 'C4').focus();
  await page.keyboard.press('KeyH');
  await expect(keyOf(page, 'A4')).toBeFocused();
  await expect.poll(() => hzOf(tones)).toEqual([440]);
  await page.keyboard.press('Control+KeyA');
  await page.keyboard.press('Alt+KeyA');
  await page.keyboard.press('Meta+KeyA');
  await page.keyboard.press('KeyZ');
  expect(await hzOf(tones)).toEqual([440]);

  await button(page, 'Letter keys').click();
  await expect(button(page, 'Letter keys')).toHaveAttribute('aria-pressed', 'true');
  const row = ['A', 'W', 'S', 'E', 'D', 'F', 'T', 'G', 'Y', 'H', 'U', 'J'];
  for (const letter of row) await page.keyboard.press(`Key${letter}`);
  await expect
    .poll(() => hzOf(tones))
    .toEqual([440, 261.63, 277.18, 293.66, 311.13, 329.63, 349.23, 369.99, 392, 415.3, 440, 466.16, 493.88]);
  // The focus stays where it is, so the selection is read out.
  await expect(button(page, 'Letter keys')).toBeFocused();
  await expect(page.getByRole('status')).toContainText('B4, Footer. Leads to Contact. 493.88 hertz.');
  // Each key shows its letter while they play.
  const letters = page.locator('[data-letter]');
  expect(await letters.evaluateAll((ids) => ids.map((id) => id.getAttribute('data-letter')))).toEqual(row);
  await button(page, 'Letter keys').click();
  await expect(letters).toHaveCount(0);
  await page.keyboard.press('KeyA');
  expect(await hzOf(tones)).toHaveLength(13);
});

test('a chord of letters sounds together, and leaving the window ends it', async ({ page }) => {
  const tones = await recordTones(page);
  await openOn(page);
  await button(page, 'Play').click();
  await button(page, 'Letter keys').click();
  for (const letter of ['KeyA', 'KeyD', 'KeyG']) await page.keyboard.down(letter);
  await expect.poll(tones).toEqual([261.63, 329.63, 392].map((hz) => ({ hz, isCut: false })));
  await page.keyboard.up('KeyD');
  await expect.poll(async () => (await tones()).map(({ isCut }) => isCut)).toEqual([false, true, false]);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect.poll(async () => (await tones()).map(({ isCut }) => isCut)).toEqual([true, true, true]);
});

test('Escape closes from anywhere, also over the explanation', async ({ page }) => {
  for (const name of ['Letter keys', 'What is Cymatics?']) {
    await openOn(page);
    await button(page, name).click();
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
  }
  await openOn(page);
  await page.getByRole('slider').focus();
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
});

test('no key is listened to once it is closed', async ({ page }) => {
  const tones = await recordTones(page);
  await openOn(page);
  await button(page, 'Letter keys').click();
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  for (const key of ['KeyA', 'Enter', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/terms');
  expect(await tones()).toEqual([]);
});

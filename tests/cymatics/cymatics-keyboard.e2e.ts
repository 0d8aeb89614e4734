import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import {
  forgetTones,
  keyOf,
  openOn,
  openOnStillClock,
  pointAt,
  recordTones,
  selectedKey,
} from '../harness/instrument.ts';
import { largeScreen, overlayButton, overlayOf, reopen } from '../harness/overlay.ts';
import { octave } from '../harness/octave.ts';
import { expect, test } from '../harness/test.ts';

const { close, demo, info, keys, mark, mode, sound } = content.cymatics;

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: largeScreen });

const expectSelected = async (page: Page, id: string) =>
  expect(selectedKey(page)).toHaveAccessibleName(new RegExp(`^${id},`));
const hzOf = async (tones: () => Promise<{ hz: number }[]>) => (await tones()).map(({ hz }) => hz);
const volumeOf = (page: Page) => page.getByRole('slider', { name: sound.volume });

test('moves through the octave with Left and Right in silence, stops at its ends and moves the focus along', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOnStillClock(page);
  await page.keyboard.press('ArrowLeft');
  await expectSelected(page, 'C4');
  for (const id of [...octave.slice(1).map((note) => note.id), 'B4']) {
    await page.keyboard.press('ArrowRight');
    await expectSelected(page, id);
    await expect(keyOf(page, id)).toBeFocused();
  }
  await page.keyboard.press('ArrowLeft');
  await expect(keyOf(page, 'A#4')).toBeFocused();
  await page.clock.fastForward(2000);
  await expect(overlayOf(page)).toBeVisible();
  expect(await tones()).toEqual([]);
});

test('moves with the arrow keys from any control but the volume, which uses them', async ({ page }) => {
  await openOn(page, 'E4');
  for (const name of [close, info.title, demo.start, mark.png]) {
    await overlayButton(page, name).focus();
    await page.keyboard.press('ArrowRight');
    await expect(keyOf(page, 'F4')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
  }
  // With a modifier they belong to the browser.
  await page.keyboard.press('Control+ArrowRight');
  await expectSelected(page, 'E4');

  const volume = volumeOf(page);
  await expect(volume).toHaveValue('20');
  await expect(volume).toHaveAttribute('min', '0');
  await expect(volume).toHaveAttribute('max', '100');
  await volume.focus();
  for (const [key, value] of [
    ['ArrowRight', '21'],
    ['ArrowLeft', '20'],
    ['ArrowLeft', '19'],
    ['End', '100'],
    ['Home', '0'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(volume).toHaveValue(value);
  }
  await expect(volume).toBeFocused();
  await expectSelected(page, 'E4');
});

test('shows the volume only while the sound is on, and stores it', async ({ page }) => {
  await openOn(page);
  await volumeOf(page).fill('64');
  await overlayButton(page, sound.on).click();
  await expect(volumeOf(page)).toHaveCount(0);
  await expect(overlayButton(page, sound.off)).toBeFocused();
  await overlayButton(page, sound.off).click();
  await expect(volumeOf(page)).toHaveValue('64');
});

for (const key of ['Enter', 'Space']) {
  test(`${key} acts on the control that has the focus, else plays the selected note once and follows it`, async ({
    page,
  }) => {
    const tones = await recordTones(page);
    await openOnStillClock(page, 'C4', '/');

    await test.step('a control that has the focus', async () => {
      await overlayButton(page, mode.play).focus();
      await page.keyboard.press(key);
      await expect(overlayButton(page, mode.play)).toHaveAttribute('aria-pressed', 'true');
      await volumeOf(page).focus();
      await page.keyboard.press(key);
      for (const isExpanded of ['true', 'false']) {
        await overlayButton(page, info.title).focus();
        await page.keyboard.press(key);
        await expect(overlayButton(page, info.title)).toHaveAttribute('aria-expanded', isExpanded);
      }
      expect(await tones()).toEqual([]);
    });

    await test.step('nothing, or another key, has the focus', async () => {
      await page.mouse.click(10, 300);
      await expect(overlayButton(page, info.title)).not.toBeFocused();
      await page.keyboard.press(key);
      await expect.poll(() => hzOf(tones)).toEqual([261.63]);
      await keyOf(page, 'D4').focus();
      await pointAt(page, 'A4');
      await expectSelected(page, 'A4');
      await page.keyboard.press(key);
      await expect.poll(() => hzOf(tones)).toEqual([261.63, 440]);
    });

    await test.step('one tone however long it is held, which ends on the way up', async () => {
      await overlayButton(page, mode.navigate).click();
      await forgetTones(page);
      await keyOf(page, 'F4').focus();
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await expect.poll(tones).toEqual([{ hz: 349.23, isCut: false }]);
      await page.keyboard.up(key);
      await expect.poll(tones).toEqual([{ hz: 349.23, isCut: true }]);
      await page.clock.runFor(299);
      await expect(page).toHaveURL('/?note=C4');
      await page.clock.runFor(1);
      await expect(page).toHaveURL('/#records');
      expect(await tones()).toHaveLength(1);
    });
  });
}

test('plays by letters only while the focus is on the piano or their switch is on', async ({ page }) => {
  const tones = await recordTones(page);
  const letterKeys = overlayButton(page, keys.letters);
  await openOnStillClock(page);
  await overlayButton(page, mode.play).click();
  await page.keyboard.press('KeyH');
  await expectSelected(page, 'C4');
  await keyOf(page, 'C4').focus();
  await page.keyboard.press('KeyH');
  await expect(keyOf(page, 'A4')).toBeFocused();
  await expect.poll(() => hzOf(tones)).toEqual([440]);
  for (const others of ['Control+KeyA', 'Alt+KeyA', 'Meta+KeyA', 'KeyZ']) await page.keyboard.press(others);
  expect(await hzOf(tones)).toEqual([440]);

  await letterKeys.click();
  await expect(letterKeys).toHaveAttribute('aria-pressed', 'true');
  const row = ['A', 'W', 'S', 'E', 'D', 'F', 'T', 'G', 'Y', 'H', 'U', 'J'];
  for (const letter of row) await page.keyboard.press(`Key${letter}`);
  await expect.poll(() => hzOf(tones)).toEqual([440, ...octave.map(({ hz }) => hz)]);
  // The focus does not move, so the selection is announced.
  await expect(letterKeys).toBeFocused();
  await expect(page.getByRole('status')).toContainText(octave.at(-1)?.spoken ?? '');
  // Each key shows its letter while letters play.
  const letters = page.locator('[data-letter]');
  expect(await letters.evaluateAll((ids) => ids.map((id) => id.getAttribute('data-letter')))).toEqual(row);

  await test.step('a chord sounds together, and leaving the window ends it', async () => {
    const cuts = async () => (await tones()).map(({ isCut }) => isCut);
    await forgetTones(page);
    for (const letter of ['KeyA', 'KeyD', 'KeyG']) await page.keyboard.down(letter);
    await expect.poll(tones).toEqual([261.63, 329.63, 392].map((hz) => ({ hz, isCut: false })));
    await page.keyboard.up('KeyD');
    await expect.poll(cuts).toEqual([false, true, false]);
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await expect.poll(cuts).toEqual([true, true, true]);
    for (const letter of ['KeyA', 'KeyG']) await page.keyboard.up(letter);
  });

  await letterKeys.click();
  await expect(letters).toHaveCount(0);
  await page.keyboard.press('KeyA');
  expect(await tones()).toHaveLength(3);
});

test('closes with Escape from anywhere and with the close button by any key, and then ignores keys', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOn(page);
  for (const name of [info.title, keys.letters]) {
    await overlayButton(page, name).click();
    await page.keyboard.press('Escape');
    await expect(overlayOf(page)).toHaveCount(0);
    for (const key of ['KeyA', 'ArrowRight']) await page.keyboard.press(key);
    await reopen(page);
  }
  await volumeOf(page).focus();
  await page.keyboard.press('Escape');
  await expect(overlayOf(page)).toHaveCount(0);
  for (const key of ['Enter', 'Space']) {
    await reopen(page);
    await overlayButton(page, close).focus();
    await page.keyboard.press(key);
    await expect(overlayOf(page)).toHaveCount(0);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const key of ['KeyA', 'Enter', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/terms');
  expect(await tones()).toEqual([]);
});

import type { CDPSession, Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import {
  forgetTones,
  keyOf,
  openOnStillClock,
  placeOf,
  pressKey,
  recordTones,
  selectedKey,
  type Tone,
} from '../harness/instrument.ts';
import { overlayButton, phoneScreen } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { cymatics } = content;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const play = (page: Page) => overlayButton(page, cymatics.mode.play).click();
const cuts = async (tones: () => Promise<Tone[]>) => (await tones()).map(({ isCut }) => isCut);

test('selects the key under the mouse and sounds a pressed key once', async ({ page }) => {
  const tones = await recordTones(page);
  await openOnStillClock(page);

  await test.step('pointing and focusing select and never sound', async () => {
    await keyOf(page, 'F#4').hover();
    await expect(selectedKey(page)).toHaveAccessibleName(/^F#4,/);
    await keyOf(page, 'B4').focus();
    await expect(selectedKey(page)).toHaveAccessibleName(/^B4,/);
    expect(await tones()).toEqual([]);
  });

  await test.step('only the main button plays', async () => {
    await play(page);
    const { x, y } = await placeOf(page, 'C4');
    await page.mouse.click(x, y, { button: 'right' });
    await page.mouse.click(x, y, { button: 'middle' });
    expect(await tones()).toEqual([]);
  });

  await test.step('a key sounds until the button is up or the mouse leaves it', async () => {
    await pressKey(page, 'A4');
    await expect.poll(tones).toEqual([{ hz: 440, isCut: false }]);
    await page.mouse.up();
    await expect.poll(tones).toEqual([{ hz: 440, isCut: true }]);
    await pressKey(page, 'C4');
    const { x, y } = await placeOf(page, 'D4');
    await page.mouse.move(x, y);
    await expect.poll(() => cuts(tones)).toEqual([true, true]);
    await page.mouse.up();
    expect(await tones()).toHaveLength(2);
  });

  await test.step('leaving a key, coming back and letting go there is still one press', async () => {
    await forgetTones(page);
    await pressKey(page, 'C4');
    const d4 = await placeOf(page, 'D4');
    const c4 = await placeOf(page, 'C4');
    await page.mouse.move(d4.x, d4.y);
    await page.mouse.move(c4.x, c4.y);
    await page.mouse.up();
    await expect.poll(tones).toEqual([{ hz: 261.63, isCut: true }]);
  });
});

test('plays once and follows the key on a click without a pointer, as from assistive technology', async ({
  page,
}) => {
  const tones = await recordTones(page);
  await openOnStillClock(page, 'C4', '/');
  await play(page);
  await keyOf(page, 'G4').evaluate((key) => (key as HTMLElement).click());
  await expect.poll(tones).toEqual([{ hz: 392, isCut: false }]);
  // Also on a key that a pointer was pressed on and left.
  await pressKey(page, 'A4');
  const { x, y } = await placeOf(page, 'B4');
  await page.mouse.move(x, y);
  await page.mouse.up();
  await keyOf(page, 'A4').evaluate((key) => (key as HTMLElement).click());
  await expect.poll(async () => (await tones()).map(({ hz }) => hz)).toEqual([392, 440, 440]);

  await overlayButton(page, cymatics.mode.navigate).click();
  await keyOf(page, 'F4').evaluate((key) => (key as HTMLElement).click());
  await page.clock.runFor(300);
  await expect(page).toHaveURL('/#records');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phoneScreen });

  type Points = { x: number; y: number; id: number }[];
  const touch = (
    session: CDPSession,
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    points: Points,
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });

  test('plays once and follows the key on a tap', async ({ page }) => {
    const tones = await recordTones(page);
    await openOnStillClock(page, 'C4', '/');
    const { x, y } = await placeOf(page, 'E4');
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await tones()).map(({ hz }) => hz)).toEqual([329.63]);
    await page.clock.runFor(300);
    await expect(page).toHaveURL('/production');
  });

  test('holds one tone per finger; sliding onto another key ends it and selects that key', async ({
    page,
  }) => {
    const tones = await recordTones(page);
    await openOnStillClock(page);
    await play(page);
    const session = await page.context().newCDPSession(page);
    const [c, e, g] = await Promise.all(['C4', 'E4', 'G4'].map((id) => placeOf(page, id)));
    if (!c || !e || !g) throw new Error('no keys');
    await touch(session, 'touchStart', [{ ...c, id: 1 }]);
    await touch(session, 'touchStart', [
      { ...c, id: 1 },
      { ...e, id: 2 },
    ]);
    await touch(session, 'touchStart', [
      { ...c, id: 1 },
      { ...e, id: 2 },
      { ...g, id: 3 },
    ]);
    await expect.poll(tones).toEqual([261.63, 329.63, 392].map((hz) => ({ hz, isCut: false })));
    await touch(session, 'touchEnd', [{ ...e, id: 2 }]);
    await expect.poll(() => cuts(tones)).toEqual([false, true, false]);
    await touch(session, 'touchCancel', []);
    await expect.poll(() => cuts(tones)).toEqual([true, true, true]);
    expect(await tones()).toHaveLength(3);

    await forgetTones(page);
    const from = await placeOf(page, 'F4');
    const to = await placeOf(page, 'A4');
    await touch(session, 'touchStart', [{ ...from, id: 1 }]);
    await expect.poll(tones).toEqual([{ hz: 349.23, isCut: false }]);
    await touch(session, 'touchMove', [{ ...to, id: 1 }]);
    await touch(session, 'touchMove', [{ x: to.x + 2, y: to.y, id: 1 }]);
    await expect.poll(tones).toEqual([{ hz: 349.23, isCut: true }]);
    await expect(selectedKey(page)).toHaveAccessibleName(/^A4/);
    await touch(session, 'touchEnd', []);
    expect(await tones()).toHaveLength(1);
  });
});

import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { keyOf, openOn } from '../harness/instrument.ts';
import { overlayButton, overlayOf } from '../harness/overlay.ts';
import { expect, test } from '../harness/test.ts';

const { close, dismiss, keys, listen, mode, piano } = content.cymatics;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Scrolls the content above the keys. */
const scrollTo = (page: Page, top: number) =>
  page.locator('.cym-scroll').evaluate((part, y) => part.scrollTo(0, y), top);

const screens = [
  { name: '320 px', width: 320, height: 568, figure: 280 },
  { name: 'a phone', width: 390, height: 844, figure: 280 },
  { name: 'just below the medium breakpoint', width: 767, height: 900, figure: 280 },
  { name: 'the medium breakpoint', width: 768, height: 1024, figure: 400 },
  { name: 'a small laptop', width: 1280, height: 720, figure: 400 },
  { name: 'a low laptop', width: 1280, height: 640, figure: 400 },
  { name: 'a tall tablet', width: 1024, height: 900, figure: 400 },
  { name: 'a desktop', width: 1440, height: 900, figure: 400 },
  { name: 'a very wide screen', width: 2560, height: 1300, figure: 400 },
  { name: 'a phone on its side', width: 844, height: 390, figure: 280 },
  { name: 'a small phone on its side', width: 667, height: 375, figure: 280 },
  { name: 'a laptop at 200 % zoom', width: 640, height: 400, figure: 280 },
];

test('shows the figure at 280 px on small screens and 400 px from the medium breakpoint on, with all controls reachable', async ({
  page,
}) => {
  const overlay = await openOn(page, 'G#4');
  const toolbar = page.getByRole('toolbar', { name: piano.name });
  await overlayButton(page, keys.letters).click();
  for (const { name, width, height, figure } of screens) {
    await test.step(`${name}: ${figure} px`, async () => {
      await page.setViewportSize({ width, height });
      await scrollTo(page, 0);
      const canvas = await overlay.getByRole('img').boundingBox();
      expect([canvas?.width, canvas?.height]).toEqual([figure, figure]);
      expect(await page.locator('.cym-scroll').evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(
        0,
      );

      const small = await overlay.locator('button:visible, input').evaluateAll((controls) =>
        controls
          .map((control) => ({
            box: control.getBoundingClientRect(),
            text: control.ariaLabel ?? control.textContent,
          }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ box, text }) => `${text}: ${box.width} × ${box.height}`),
      );
      expect(small).toEqual([]);

      // The piano and the close button stay in the window at any scroll position.
      for (const top of [0, 100_000]) {
        await scrollTo(page, top);
        for (const id of ['C4', 'F#4', 'B4']) await expect(keyOf(page, id)).toBeInViewport({ ratio: 1 });
        await expect(overlayButton(page, close)).toBeInViewport({ ratio: 1 });
      }
      // Every control can be scrolled into view above it.
      const pianoTop = (await toolbar.boundingBox())?.y ?? 0;
      const covered = await overlay
        .locator('button:not([data-note]):visible, input')
        .evaluateAll((controls, top) => {
          const isCovered = (control: HTMLElement | SVGElement) => {
            control.focus();
            return control.getBoundingClientRect().bottom > top;
          };
          return controls.filter(isCovered).map((control) => control.ariaLabel ?? control.textContent);
        }, pianoTop);
      expect(covered).toEqual([]);
    });
  }
});

test('shows figure and piano together on a low screen', async ({ page }) => {
  for (const { width, height } of screens.filter((screen) => screen.figure === 280 && screen.height < 500)) {
    await page.setViewportSize({ width, height });
    const overlay = await openOn(page, 'C4');
    const canvas = await overlay.getByRole('img').boundingBox();
    const toolbar = await page.getByRole('toolbar', { name: piano.name }).boundingBox();
    if (!canvas || !toolbar) throw new Error('nothing to see');
    expect(canvas.y).toBeGreaterThanOrEqual(0);
    // The disc fills nine tenths of the canvas.
    expect(canvas.y + canvas.height * 0.95, `${width} × ${height}`).toBeLessThanOrEqual(toolbar.y);
  }
});

test('covers the page, which does not scroll behind it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOn(page, 'C4', '/');
  await scrollTo(page, 100_000);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 4000);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const box = await overlayOf(page).boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 390, height: 844 });
});

test('shows problems above the keys at any scroll position', async ({ page }) => {
  const overlay = await openOn(page, 'G#4');
  // This browser has no microphone.
  await overlayButton(page, listen.button).click();
  const said = overlay.getByRole('status').locator('p');
  await expect(said).toBeVisible();
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height });
    for (const top of [0, 100_000]) {
      await scrollTo(page, top);
      await expect(said, `${width} × ${height}`).toBeInViewport({ ratio: 1 });
      const [text, keyboard] = await Promise.all([
        said.boundingBox(),
        page.getByRole('toolbar', { name: piano.name }).boundingBox(),
      ]);
      expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(keyboard?.y ?? 0);
    }
  }
});

test('cuts nothing on a low laptop and on a tall tablet', async ({ page }) => {
  const overlay = await openOn(page, 'G#4');
  for (const [width, height] of [
    [1280, 640],
    [1024, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await scrollTo(page, 0);
    const keyboard = await page.getByRole('toolbar', { name: piano.name }).boundingBox();
    const cut = await overlay
      .locator('h2, h3, dl, canvas, .cym-row p, button:not([data-note]):visible, input')
      .evaluateAll(
        (parts, end) =>
          parts
            .map((part) => ({ part, box: part.getBoundingClientRect() }))
            .filter(({ box }) => box.top < 0 || box.bottom > end)
            .map(({ part, box }) => `${part.tagName} ${part.textContent}: ${box.top} to ${box.bottom}`),
        keyboard?.y ?? 0,
      );
    expect(cut, `${width} × ${height}`).toEqual([]);
  }
});

/** Returns the parts of the overlay that are not fully visible once scrolled to, between the header and the keys. */
const unseen = (page: Page) =>
  overlayOf(page)
    .locator('h3, dt, dd, canvas, .cym-row p, [role=status] p, button:not([data-note]):visible, input')
    .evaluateAll((parts) => {
      const boxOf = (part: Element | null | undefined) => part?.getBoundingClientRect() ?? new DOMRect();
      const isSeen = (part: Element) => {
        part.scrollIntoView({ block: 'nearest' });
        const box = boxOf(part);
        const head = boxOf(part.closest('.cym-main') && document.querySelector('.cym-head'));
        const beneath = part.closest('.cym-keyboard')
          ? innerHeight
          : boxOf(document.querySelector('.cym-keyboard')).top;
        const top = part.matches('canvas') ? 0 : head.bottom;
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.top >= top - 0.5 && box.bottom <= beneath + 0.5 && part.contains(hit);
      };
      return parts
        .filter((part) => !isSeen(part))
        .map((part) => `${part.tagName} ${part.ariaLabel ?? part.textContent}`);
    });

test('shows everything completely with all options on and two problems, which can be dismissed', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.assign(navigator, {
      requestMIDIAccess: () => Promise.reject(new DOMException('', 'SecurityError')),
    }),
  );
  const overlay = await openOn(page, 'G#4');
  expect.soft(await unseen(page)).toEqual([]);
  // This browser has no microphone.
  for (const name of [mode.play, listen.button, keys.midi, keys.letters])
    await overlayButton(page, name).click();
  const problems = overlay.getByRole('status').locator('p');
  await expect(problems).toHaveCount(2);
  for (const [width, height] of [
    [1280, 640],
    [1024, 900],
    [390, 664],
    [360, 640],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect.soft(await unseen(page), `${width} × ${height}`).toEqual([]);
  }
  await overlayButton(page, dismiss).first().click();
  await expect(problems).toHaveCount(1);
  await expect(keyOf(page, 'G#4')).toBeFocused();
  await overlayButton(page, listen.button).click();
  await expect(problems).toHaveCount(2);
});

test('allows choosing the mode without scrolling on a short phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await openOn(page, 'C4');
  const keysTop = (await page.getByRole('toolbar', { name: piano.name }).boundingBox())?.y ?? 0;
  const button = await overlayButton(page, mode.play).boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(keysTop);
});

test('leaves nothing behind the keys with text at twice its size', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openOn(page, 'C4');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await unseen(page)).toEqual([]);
});

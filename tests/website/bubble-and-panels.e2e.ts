import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { publicRoutes } from '../harness/routes.ts';
import { expect, test } from '../harness/test.ts';

const { bubble, message } = content.assistant;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Controls of the page below the bubble, at this or another scroll position. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const own = document.querySelector('[data-chat-toggle][data-open-label]');
    const lane = own?.getBoundingClientRect();
    if (!own || !lane || lane.width === 0) throw new Error('no bubble');
    const controls = document.querySelectorAll<HTMLElement>(
      ':is(main, footer) :is(a[href], button, input, select, textarea, summary)',
    );
    return [...controls]
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'),
      )
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        return width > 0 && left < lane.right && right > lane.left;
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });

/** The distance of the bubble from the window's edge and from the page's content, in pixels. */
const roomAround = (page: Page) =>
  page.evaluate(() => {
    const lane = document.querySelector('[data-chat-toggle][data-open-label]')?.getBoundingClientRect();
    const wrap = document.querySelector('main .wrap');
    if (!lane || !wrap) throw new Error('no bubble or content');
    const right = wrap.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(wrap).paddingRight);
    return Math.min(document.documentElement.clientWidth - lane.right, lane.left - right);
  });

test('covers no control of a page with the bubble at any scroll position', async ({ page }) => {
  for (const path of publicRoutes) {
    await page.goto(path);
    for (const width of [801, 834, 1024, 1080, 1081, 1280, 1366, 1440, 1680, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await coveredControls(page), `${path} at ${width} px`).toEqual([]);
      expect.soft(await roomAround(page), `${path} at ${width} px`).toBeGreaterThanOrEqual(12);
    }
  }
});

for (const [width, height] of [
  [1440, 900],
  [1280, 640],
  [390, 664],
  [320, 568],
] as const) {
  test(`shows the send button while writing to a person at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/post');
    const opener = width > 800 ? { name: bubble.open } : { name: content.system.mobileBar.chat, exact: true };
    await page.getByRole('button', opener).click();
    await page.getByRole('button', { name: message.open }).click();
    const send = page.getByRole('dialog').getByRole('button', { name: content.forms.message.submit });
    await expect(send).toBeInViewport({ ratio: 1 });
    const isUncovered = () =>
      send.evaluate((button) => {
        const { left, top, width: w, height: h } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + w / 2, top + h / 2));
      });
    await expect.poll(isUncovered).toBe(true);
  });
}

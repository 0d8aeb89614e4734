import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { accounts, desk } = content;

/** Whether an element is completely within the window. */
const isInView = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });

for (const width of [1440, 834, 390, 320])
  test(`shows the header of the desk in one row at ${width} px, with the current page, accessible by keyboard`, async ({
    createBrowserToken,
    team,
  }) => {
    const page = await createBrowserToken(team);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/desk/invoices');
    const header = page.locator('[data-header-row]');
    expect((await header.boundingBox())?.height).toBeLessThanOrEqual(72);
    await expect.poll(() => isInView(page, '[data-header-row] [aria-current=page]')).toBe(true);
    const signOut = header.getByRole('button', { name: accounts.header.signOut });
    await header.getByRole('link', { name: desk.header.installation }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(signOut).toBeFocused();
    expect(await isInView(page, '[data-header-row] button')).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

test('fixes nothing in place in a window of 256 px height', async ({ createBrowserToken, team }) => {
  const page = await createBrowserToken(team);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/desk', '/desk/projects']) {
    await page.goto(path);
    const kept = await page.evaluate(() => {
      const isShown = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        // The link that skips the header is visible only while it is focused.
        return width > 1 && height > 1 && !element.matches('.skip');
      };
      return [...document.querySelectorAll('body *')]
        .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
        .filter(isShown)
        .map((element) => element.outerHTML.slice(0, 80));
    });
    expect(kept, path).toEqual([]);
  }
});

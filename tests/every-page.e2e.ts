import { axeViolations, expectAccessible } from './harness/accessibility.ts';
import { publicRoutes, refusingRoutes } from './harness/routes.ts';
import { expect, test } from './harness/test.ts';

const widths = [320, 390, 1440];
/** Pages of one template are seen at each width once, and at the narrowest and the widest each. */
const [firstArticle] = publicRoutes.filter((path) => path.startsWith('/blog/'));
const widthsOf = (path: string) =>
  path.startsWith('/blog/') && path !== firstArticle ? [320, 1440] : widths;
const pages = [...publicRoutes.map((path) => ({ path, status: 200 })), ...refusingRoutes];

for (const { path, status } of pages) {
  test(`${path} is accessible and fits at every width`, async ({ page, faults }) => {
    if (status !== 200) faults.allow(new RegExp(`status of ${status}`));
    const response = await page.goto(path);
    expect(response?.status()).toBe(status);
    for (const width of widthsOf(path)) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
    for (const width of [320, 360, 390, 600, 800, 801, 1080, 1081, 1280, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `horizontal overflow at ${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

for (const path of publicRoutes) {
  test(`${path} says everything without JavaScript`, async ({ browser, baseURL, extraHTTPHeaders }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
      extraHTTPHeaders: extraHTTPHeaders ?? {},
    });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'Post-Production Lab' })).toBeVisible();
    await context.close();
  });

  test(`${path} stands still under reduced motion and survives forced colours`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
    await page.goto(path);
    // Forced colours are the visitor's own; axe reads the page's.
    expect(await axeViolations(page, ['color-contrast'])).toEqual([]);
    const running = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => animation.playState === 'running')
        .map(String),
    );
    expect(running).toEqual([]);
  });
}

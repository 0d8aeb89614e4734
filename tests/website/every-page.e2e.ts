import type { Page } from '@playwright/test';
import { axeViolations, ibmViolations, overflowsAt, isThorough } from '../harness/accessibility.ts';
import { expectFrame } from '../harness/frame.ts';
import { paintedOn } from '../harness/on-screen.ts';
import { startWeighing } from '../harness/page-weight.ts';
import { publicRoutes, refusingRoutes } from '../harness/routes.ts';
import { hasStandIns, noStandIns } from '../harness/stand-in-fonts.ts';
import { expect, test } from '../harness/test.ts';

// One test visits each page once and checks all properties that every page shares.
const kB = 1000;
// Lighthouse's phone.
const phone = { width: 412, height: 823 };
const desktop = { width: 1440, height: 900 };
const widths = isThorough ? [320, 360, 390, 600, 800, 801, 1080, 1081, 1280, 1920, 2560] : [320, 390, 1440];

/** Call before the page loads: paints nothing before the fonts have loaded that it requests at its start. */
async function paintWithFonts(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  const fonts = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].flatMap(
    (match) => match[1] ?? [],
  );
  await page.route('**/*.css', async (route) => {
    // Polls the page: the browser reports no request for cached responses. No frame is painted yet, so it polls by
    // time.
    await page.waitForFunction(
      (paths) => {
        const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return paths.every((font) =>
          loaded.some(({ name, responseEnd }) => name.endsWith(font) && responseEnd > 0),
        );
      },
      fonts,
      { polling: 50 },
    );
    await route.continue();
  });
}

/** Loads the page with an empty cache in a window of this size and checks it before any interaction. */
async function expectGoodStart(page: Page, path: string, viewport: { width: number; height: number }) {
  await page.setViewportSize(viewport);
  await paintWithFonts(page, path);
  const weightOf = await startWeighing(page);
  expect((await page.goto(path))?.status()).toBe(200);
  const weight = await weightOf();
  expect.soft(weight.script).toBeLessThanOrEqual(5 * kB);
  expect.soft(weight.css).toBeLessThanOrEqual(15 * kB);
  expect.soft(weight.font).toBeLessThanOrEqual(60 * kB);
  expect.soft(weight.html).toBeLessThanOrEqual(25 * kB);
  if (path === '/') {
    expect.soft(weight.total).toBeLessThanOrEqual(200 * kB);
    expect.soft(weight.requests).toBeLessThanOrEqual(15);
  }
  await page.unroute('**/*.css');
  expect.soft(await paintedOn(page), 'h1 is the largest thing painted').toEqual({ largest: 'H1', shift: 0 });
}

/**
 * Checks the open page, loaded at desktop size, in every width: in one document, in which the engines get faster each
 * time.
 */
async function expectFits(page: Page) {
  expect.soft(await axeViolations(page)).toEqual([]);
  expect.soft(await ibmViolations(page)).toEqual([]);
  expect.soft(await overflowsAt(page, widths)).toEqual([]);
  if (!isThorough) return;
  for (const size of [phone, { width: 320, height: 900 }]) {
    await page.setViewportSize(size);
    expect.soft(await axeViolations(page), `${size.width} px`).toEqual([]);
  }
}

/** Returns the links whose arrow does not match their destination; a dialog's button has none. */
const wrongArrows = (page: Page) =>
  page.locator('a[data-icon^="arrow-"]:not([data-opens])').evaluateAll((links) =>
    (links as HTMLAnchorElement[])
      .filter(({ pathname, hash, dataset }) => {
        const leadsDown = pathname === location.pathname && hash !== '';
        return leadsDown !== (dataset['icon'] === 'arrow-down');
      })
      .map(({ href }) => href),
  );

/** Loads the page with reduced motion and forced colours, and then checks its frame. */
async function expectCalmAndFramed(page: Page, path: string) {
  await page.setViewportSize(desktop);
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto(path);
  // The visitor chooses forced colours; axe reads the page's.
  expect.soft(await axeViolations(page, { withoutRules: ['color-contrast'] })).toEqual([]);
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map(String),
  );
  expect.soft(running).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await expectFrame(page);
  expect
    .soft(await wrongArrows(page), 'an arrow points down where its link leads down the same page')
    .toEqual([]);
}

for (const path of publicRoutes) {
  test(
    `${path} is light, stable, accessible, fits every width and has the frame`,
    { tag: '@default' },
    async ({ page }) => {
      if (isThorough) await test.step('on a phone', () => expectGoodStart(page, path, phone));
      await test.step('on a desktop', () => expectGoodStart(page, path, desktop));
      await test.step('at every width', () => expectFits(page));
      if (isThorough)
        await test.step('without motion, in forced colours', () => expectCalmAndFramed(page, path));
    },
  );
}

test('hardly moves the text when fonts load after it', async ({ page }) => {
  test.skip(!(await hasStandIns(page)), noStandIns);
  await page.setViewportSize(phone);
  await page.route('**/*.woff2', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await route.continue();
  });
  for (const path of publicRoutes) {
    const weightOf = await startWeighing(page);
    await page.goto(path);
    await weightOf();
    // The limit for "good" in Core Web Vitals.
    expect.soft((await paintedOn(page)).shift, path).toBeLessThanOrEqual(0.1);
  }
});

for (const { path, status } of refusingRoutes) {
  test(`${path} refuses with a page that is accessible, fits every width and has the frame`, async ({
    page,
    faults,
  }) => {
    faults.allow(new RegExp(`status of ${status}`));
    await page.setViewportSize(desktop);
    expect((await page.goto(path))?.status()).toBe(status);
    await expectFits(page);
    await expectCalmAndFramed(page, path);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('has its heading and its footer on every page, and a link to the sign-in form', async ({ page }) => {
    for (const path of publicRoutes) {
      await page.goto(path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Post-Production Lab' });
      await expect.soft(link, path).toBeVisible();
    }
    await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/sign-in');
    await expect(page.getByRole('main').getByRole('textbox')).toBeVisible();
  });
});

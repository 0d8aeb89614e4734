import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { menuButtonOf, menuOf } from '../harness/frame.ts';
import { expect, test } from '../harness/test.ts';

const { forms, home, system } = content;
const sections = ['home', 'about', 'services', 'visibility-hub', 'edutech', 'records', 'blog', 'contact'];
/** The folded parts with a URL; `productions` is open when the page loads. */
const labs = content.labs.items.map(({ id }) => id);

/** Counts document loads: an in-page target must not cause one. */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

async function expectArrived(page: Page, id: string): Promise<void> {
  const target = page.locator(`#${id}`);
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  // Its beginning is visible: below the header, in the upper half of the window.
  await expect
    .poll(() => target.evaluate((element) => element.getBoundingClientRect().top / innerHeight))
    .toBeLessThan(0.5);
}

test('loads no document for a target on the same page', { tag: '@default' }, async ({ page }) => {
  await page.goto('/');
  const loads = await countLoads(page);
  await page.locator('#home').getByRole('link', { name: home.hero.edutech }).click();
  await expect(page).toHaveURL('/#edutech');
  await expectArrived(page, 'edutech');
  expect(loads()).toBe(0);
});

test('scrolls smoothly to in-page targets, and at once under reduced motion', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
});

test('reaches every section from another page', async ({ page }) => {
  for (const id of [...sections, ...labs]) {
    await page.goto('/post');
    await page.goto(`/#${id}`);
    await expectArrived(page, id);
  }
});

for (const [way, afterMs] of (['a link', 'an assigned address'] as const).flatMap((each) =>
  [0, 300, 700].map((ms) => [each, ms] as const),
)) {
  const [what, targets] =
    afterMs === 0
      ? (['section and lab', [...labs, ...sections.slice(1)]] as const)
      : (['lab', labs] as const);
  test(`reaches every ${what} by ${way}, ${afterMs} ms after the page has loaded`, async ({ page }) => {
    for (const id of targets) {
      await page.goto('/');
      const scrolled = page.evaluate(
        () => new Promise((resolve) => addEventListener('scrollend', resolve, { once: true })),
      );
      // By the page's own clock, and without scrolling anything into view before.
      await page.evaluate(
        async ([target, isLink, sinceLoadMs]) => {
          const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          const waitMs = (loaded?.loadEventEnd ?? 0) + sinceLoadMs - performance.now();
          if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
          const link = document.createElement('a');
          link.href = `/#${target}`;
          if (isLink) document.querySelector('main')?.append(link);
          if (isLink) link.click();
          else location.assign(link.href);
        },
        [id, way === 'a link', afterMs] as const,
      );
      await scrolled;
      await expectArrived(page, id);
    }
  });
}

test('reaches the same target a second time', async ({ page }) => {
  await page.goto('/#contact');
  await expectArrived(page, 'contact');
  await page.getByRole('textbox', { name: forms.contact.fields.name.label }).last().focus();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.locator('#home').getByRole('link', { name: home.hero.start }).click();
  await expectArrived(page, 'contact');
});

test('ignores an unknown or malformed fragment', async ({ page }) => {
  for (const fragment of ['#nothing-here', '#%', '#"]', '#1', '#a b', '#:root']) {
    await page.goto('about:blank');
    await page.goto(`/${fragment}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await menuButtonOf(page).click();
    await expect(menuOf(page)).toBeVisible();
  }
});

test('opens the discovery call by /?call=1 and leaves a clean URL', async ({ page }) => {
  await page.goto('/?call=1');
  await expect(page.getByRole('dialog', { name: forms['discovery-call'].title })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('loads other targets as documents, which the browser may prefetch by our rules', async ({ page }) => {
  const response = await page.goto('/');
  const rules = response?.headers()['speculation-rules'];
  expect(rules).toMatch(/^"\/[\w.-]+"$/);
  const answer = await page.request.get(rules?.slice(1, -1) ?? '');
  expect(answer.headers()['content-type']).toMatch(/^application\/speculationrules\+json/);
  const { prerender } = (await answer.json()) as { prerender: { where: object; eagerness: string }[] };
  expect(JSON.stringify(prerender)).toContain('"/portal*"');

  const loads = await countLoads(page);
  const { production } = system.keyDestinations;
  await page.getByRole('contentinfo').getByRole('link', { name: production, exact: true }).click();
  await expect(page).toHaveURL('/production');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Production/);
  expect(loads()).toBeGreaterThan(0);
});

test('responds with 404 in the frame to a missing page, with a link to the home page', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 404/);
  for (const path of ['/no-such-page', '/blog/no-such-note', '/production/x']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(system.notFound.title);
    const wayHome = page.getByRole('link', { name: system.notFound.button });
    await expect(wayHome).toHaveAttribute('href', '/#home');
  }
});

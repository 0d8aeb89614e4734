import type { Page } from '@playwright/test';
import { expect, test } from './harness/test.ts';

const storeKey = 'antinode:lead-status';
const storeOf = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, storeKey);

function countAsked(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/visitor') asked += 1;
  });
  return () => asked;
}

/** Writes the store before any script of the page runs. */
async function plant(page: Page, value: string): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      if (sessionStorage.getItem('planted')) return;
      sessionStorage.setItem('planted', 'yes');
      localStorage.setItem(key, text);
    },
    [storeKey, value] as const,
  );
}

const hubLabel = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Project Visibility Hub (after onboarding)' });

test('a first-time guest asks the server nothing', async ({ page }) => {
  const asked = countAsked(page);
  for (const path of ['/', '/production', '/discovery-call']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(asked()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
});

test("a store somebody edited is replaced by the server's word and unlocks nothing", async ({ page }) => {
  await plant(page, JSON.stringify({ status: 'converted', userId: 'somebody', projectIds: ['p1'] }));
  const asked = countAsked(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked()).toBe(1);
  expect(await storeOf(page)).toEqual({ status: 'guest', userId: null, projectIds: [] });
  await expect(hubLabel(page)).toBeDisabled();
  await expect(hubLabel(page)).not.toHaveAttribute('href');
  await page.reload({ waitUntil: 'networkidle' });
  expect(asked(), 'a guest again: nothing to ask').toBe(1);
});

for (const value of ['{', 'null', '[]', '{"status":7}', '{"status":"converted","projectIds":"p"}']) {
  test(`a store holding ${value} counts as a guest's`, async ({ page }) => {
    await plant(page, value);
    const asked = countAsked(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(asked()).toBe(0);
    await expect(hubLabel(page)).toBeDisabled();
  });
}

test('while the server cannot be asked, an edited store unlocks nothing either', async ({ page, faults }) => {
  faults.allow(/Failed to load resource/);
  await plant(page, JSON.stringify({ status: 'converted', userId: null, projectIds: [] }));
  await page.route('**/api/visitor', (route) => route.abort());
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(hubLabel(page)).toBeDisabled();
  await expect(hubLabel(page)).not.toHaveAttribute('href');
});

test("the server's word opens the ways to the portal", async ({ page }) => {
  await plant(page, JSON.stringify({ status: 'lead', userId: null, projectIds: [] }));
  const client = { status: 'converted', userId: 'u1', projectIds: ['p1'] };
  await page.route('**/api/visitor', (route) => route.fulfill({ json: client }));
  await page.goto('/');
  const hub = page.getByRole('banner').getByRole('link', { name: 'Project Visibility Hub', exact: true });
  await expect(hub).toBeEnabled();
  await expect(hub).toHaveAttribute('href', '/portal');
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Project Visibility Hub' }),
  ).toHaveAttribute('href', '/portal');
  expect(await storeOf(page)).toEqual(client);
});

test('the portal is restricted whatever the store says', async ({ page, faults }) => {
  faults.allow(/status of 403/);
  await plant(page, JSON.stringify({ status: 'converted', userId: 'somebody', projectIds: ['p1'] }));
  await page.goto('/');
  const response = await page.goto('/portal');
  expect(response?.status()).toBe(403);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Access Restricted');
  await expect(
    main.getByText(
      'The Client Portal becomes available after project onboarding. Please complete your initial consultation to gain access.',
      { exact: true },
    ),
  ).toBeVisible();
  await main.getByRole('link', { name: 'Start Onboarding' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
});

test("the footer's entry for the hub leads a guest to its section", async ({ page }) => {
  await page.goto('/post');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Project Visibility Hub' }).click();
  await expect(page).toHaveURL('/#visibility-hub');
  await expect(page.locator('#visibility-hub')).toBeInViewport();
});

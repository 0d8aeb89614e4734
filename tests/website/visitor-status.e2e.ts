import type { Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { layoutShiftOf, watchLayoutShift } from '../harness/on-screen.ts';
import { expect, test } from '../harness/test.ts';

const { restricted, header } = content.system;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const storeKey = 'antinode:lead-status';
const storeOf = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown, storeKey);

/** The number of the page's status requests. It sends them while it loads, or not at all. */
function countAsked(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/visitor') asked += 1;
  });
  return () => asked;
}

/** Writes to the storage of a page that is already open; the next one reads it. */
const plant = (page: Page, value: string) =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [storeKey, value] as const);

const hubLabel = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: `${header.hub} ${header.hubNote}` });

test('sends no status request for a first-time guest, or with unreadable storage', async ({ page }) => {
  const asked = countAsked(page);
  for (const path of ['/', '/production', '/discovery-call']) await page.goto(path);
  expect(asked()).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  for (const value of ['{', 'null', '[]', '{"status":7}', '{"status":"converted","projectIds":"p"}']) {
    await test.step(`a store that holds ${value}`, async () => {
      await plant(page, value);
      await page.reload();
      expect(asked()).toBe(0);
      await expect(hubLabel(page)).toBeDisabled();
    });
  }
  // By this time a page with a reason to send a request has sent it.
  await plant(page, JSON.stringify({ status: 'lead', userId: null, projectIds: [] }));
  await page.reload();
  expect(asked()).toBe(1);
});

test("replaces edited storage by the server's response and unlocks nothing", async ({ page }) => {
  const edited = JSON.stringify({ status: 'converted', userId: 'somebody', projectIds: ['p1'] });
  await page.goto('/');
  await plant(page, edited);
  const asked = countAsked(page);
  await page.reload();
  expect(asked()).toBe(1);
  await expect.poll(() => storeOf(page)).toEqual({ status: 'guest', userId: null, projectIds: [] });
  await expect(hubLabel(page)).toBeDisabled();
  await expect(hubLabel(page)).not.toHaveAttribute('href');
  await page.reload();
  expect(asked(), 'a guest again: nothing to ask').toBe(1);
});

test('unlocks nothing by edited storage while the server is unavailable', async ({ page, faults }) => {
  faults.allow(/Failed to load resource/);
  await page.goto('/');
  await plant(page, JSON.stringify({ status: 'converted', userId: null, projectIds: [] }));
  await page.route('**/api/visitor', (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/visitor'));
  await page.reload();
  await refused;
  await expect(hubLabel(page)).toBeDisabled();
  await expect(hubLabel(page)).not.toHaveAttribute('href');
});

test("shows the links to the portal on the server's response", async ({ page }) => {
  await page.goto('/');
  await plant(page, JSON.stringify({ status: 'lead', userId: null, projectIds: [] }));
  const client = { status: 'converted', userId: 'u1', projectIds: ['p1'] };
  await page.route('**/api/visitor', (route) => route.fulfill({ json: client }));
  await page.reload();
  const hub = page.getByRole('banner').getByRole('link', { name: header.hub, exact: true });
  await expect(hub).toBeEnabled();
  await expect(hub).toHaveAttribute('href', '/portal');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: header.hub })).toHaveAttribute(
    'href',
    '/portal',
  );
  expect(await storeOf(page)).toEqual(client);
});

const signIn = content.system.destinations['sign-in'];

for (const { who, answer, label, href } of [
  {
    who: 'a client',
    answer: { status: 'converted', userId: 'u1', projectIds: ['p1'] },
    label: header.portal,
    href: '/portal',
  },
  {
    who: 'the team',
    answer: { status: 'guest', userId: null, projectIds: [], role: 'team' },
    label: header.desk,
    href: '/desk',
  },
]) {
  test(`"${signIn}" becomes "${label}" for ${who}, without moving the header`, async ({ page, context }) => {
    for (const width of [1081, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await context.clearCookies();
      await page.goto('/production');
      const places = () =>
        page.locator('[data-site-header] > div > :is(a, button)').evaluateAll(async (items) => {
          await document.fonts.ready;
          return items.map((item) => item.getBoundingClientRect().toJSON() as object);
        });
      const before = await places();
      expect(before).toHaveLength(5);
      await page.evaluate(() => (document.cookie = 'antinode_known=1'));
      await page.route('**/api/visitor', (route) => route.fulfill({ json: answer }));
      await watchLayoutShift(page);
      await page.reload();
      await page.getByRole('button', { name: header.openMenu }).click();
      for (const place of ['banner', 'contentinfo'] as const) {
        const ways = page.getByRole(place).getByRole('link', { name: label, exact: true });
        await expect(ways).toHaveCount(place === 'banner' ? 2 : 1);
        for (const way of await ways.all()) await expect(way).toHaveAttribute('href', href);
      }
      await expect(page.getByRole('link', { name: signIn, exact: true })).toHaveCount(0);
      expect(await places()).toEqual(before);
      expect(await layoutShiftOf(page)).toBe(0);
    }
  });
}

test('restricts the portal whatever the storage contains', async ({ page, faults }) => {
  faults.allow(/status of 403/);
  await page.goto('/');
  await plant(page, JSON.stringify({ status: 'converted', userId: 'somebody', projectIds: ['p1'] }));
  const response = await page.goto('/portal');
  expect(response?.status()).toBe(403);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(restricted.title);
  await expect(main.getByText(restricted.text, { exact: true })).toBeVisible();
  await main.getByRole('link', { name: restricted.button }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
});

test("leads a guest from the footer's hub link to its section", async ({ page }) => {
  await page.goto('/post');
  await page.getByRole('contentinfo').getByRole('link', { name: header.hub }).click();
  await expect(page).toHaveURL('/#visibility-hub');
  await expect(page.locator('#visibility-hub')).toBeInViewport();
});

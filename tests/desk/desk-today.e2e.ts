import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { startBusyDay, waitingCount } from '../harness/busy-day.ts';
import { content } from '../harness/content.ts';
import type { SeededServer } from '../harness/seeded-server.ts';
import { expect, test as base } from '../harness/test.ts';

const { desk, today, conversations, portal } = content;

/** Each test has a studio in which 40 things wait for the team. */
const test = base.extend<{ server: SeededServer }>({
  server: async ({}, use) => {
    const server = await startBusyDay();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

type Member = 'team' | 'colleague';

const signIn = (
  { context }: { context: () => ReturnType<Page['context']> },
  server: SeededServer,
  who: Member,
) =>
  context().addCookies([{ name: 'antinode_session', value: server.seeded.tokens[who], url: server.address }]);

const regionOf = (page: Page, kind: keyof typeof today.kinds) =>
  page.getByRole('region', { name: today.kinds[kind] });
const tabOf = (page: Page) =>
  page.getByRole('navigation', { name: desk.header.name }).getByRole('link').first();

/** Opens a page and waits until it follows events. */
async function follow(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await page.goto(path);
  expect((await stream).status()).toBe(200);
}

type Item = { kind: string; id: string; title: string; since: string; href: string; unread: boolean };

async function listWaiting(page: Page): Promise<Item[]> {
  const answer = await page.request.get('/desk/today.json');
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Item[];
}

/** Does the first thing of the list that has a button for it, again and again; returns how many were done. */
async function doAllByButton(page: Page): Promise<number> {
  const buttons = page.locator('#today li div:last-child button');
  let done = 0;
  for (; (await buttons.count()) > 0; done += 1) {
    const line = page
      .locator('#today li')
      .filter({ has: page.locator('div:last-child button') })
      .first();
    const address = await line.getByRole('link').getAttribute('href');
    await Promise.all([
      page.waitForURL(/\/desk(\?handled=.*)?$/),
      line.locator('div:last-child button').first().click(),
    ]);
    await expect(page.locator(`#today a[href="${address}"]`).filter({ visible: true })).toHaveCount(0);
  }
  return done;
}

for (const width of [1440, 390])
  test(`does a day of 40 things from Today, at ${width} px`, async ({ page, server, faults }) => {
    test.slow();
    // The seeded files have no bytes, which the player asks for.
    faults.allow(/status of 404/);
    await page.setViewportSize({ width, height: 844 });
    await signIn({ context: () => page.context() }, server, 'team');
    await page.goto('/desk');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(today.title);
    await expect(page).toHaveTitle(new RegExp(`^\\(${waitingCount}\\) ${today.title}`));
    await expect(tabOf(page)).toHaveAccessibleName(
      `${desk.header.today} (${fill(today.unreadCount, { count: String(waitingCount) })})`,
    );
    expect(await listWaiting(page)).toHaveLength(waitingCount);

    await test.step('a visitor in the chat', async () => {
      await regionOf(page, 'chat').getByRole('link').first().click();
      await expect(page).toHaveTitle(new RegExp(`^\\(${waitingCount - 1}\\) `));
      await page.getByRole('button', { name: conversations.desk.take, exact: true }).click();
      await page.getByRole('button', { name: conversations.desk.end, exact: true }).first().click();
    });
    await test.step('a message is answered at its place', async () => {
      await page.goto('/desk');
      const lines = regionOf(page, 'message').getByRole('listitem');
      await expect(lines).toHaveCount(3);
      await lines.first().getByRole('link').click();
      await expect(page).toHaveURL(/\/desk\/messages\?project=/);
      await page.getByRole('textbox', { name: portal.messages.label }).fill('On its way.');
      await page.getByRole('button', { name: portal.messages.send, exact: true }).click();
      await expect(page.getByText('On its way.', { exact: true }).first()).toBeVisible();
      await page.goto('/desk');
      await expect(lines).toHaveCount(2);
    });
    await test.step('a handled request for changes can be undone', async () => {
      const lines = regionOf(page, 'change-request').getByRole('listitem');
      await expect(lines).toHaveCount(3);
      await lines.first().getByRole('button', { name: today.actions.handled }).click();
      await expect(lines).toHaveCount(2);
      await page.getByRole('button', { name: today.undo, exact: true }).click();
      await expect(lines).toHaveCount(3);
    });
    await test.step('everything else by its button', async () => {
      await page.goto('/desk');
      await doAllByButton(page);
      await expect(page.locator('#today')).toHaveText(today.nothing);
      await expect(page).toHaveTitle(new RegExp(`^${today.title}`));
      await expect(tabOf(page)).toHaveAccessibleName(desk.header.today);
      expect(await listWaiting(page)).toEqual([]);
    });
  });

test('lists what waits as JSON', async ({ page, server }) => {
  await signIn({ context: () => page.context() }, server, 'team');
  const items = await listWaiting(page);
  for (const item of items) {
    expect(Object.keys(item).toSorted()).toEqual(['href', 'id', 'kind', 'since', 'title', 'unread']);
    expect(item.kind).toMatch(/^[a-z-]+$/);
    expect(item.id).toMatch(/^[\da-f-]{36}$/);
    expect(item.title).not.toBe('');
    expect(item.since).toBe(new Date(item.since).toISOString());
    expect(item.href).toMatch(/^\/desk\//);
    expect(item.unread).toBe(true);
    expect((await page.request.get(item.href)).status(), item.href).toBe(200);
  }
  expect(
    (await listWaiting(page)).some(({ unread }) => unread),
    'all were opened',
  ).toBe(false);
});

test(
  "shows a member's work on another member's screen, and keeps what each has read",
  { tag: '@default' },
  async ({ page, server, browser }) => {
    const other = await browser.newContext({ baseURL: server.address });
    const colleague = await other.newPage();
    await signIn({ context: () => page.context() }, server, 'team');
    await signIn({ context: () => other }, server, 'colleague');
    await follow(colleague, '/desk');
    await page.goto('/desk');
    const payments = regionOf(colleague, 'payment').getByRole('listitem');
    await expect(payments).toHaveCount(2);
    await regionOf(page, 'payment').getByRole('button', { name: today.actions.confirm }).first().click();
    await expect(payments).toHaveCount(1);
    await expect(colleague).toHaveTitle(new RegExp(`^\\(${waitingCount - 1}\\) `));

    await page.getByRole('button', { name: today.readAll, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^${today.title}`));
    await expect(regionOf(page, 'approval'), 'news leaves once it is read').toHaveCount(0);
    await expect(regionOf(page, 'lead')).toBeVisible();
    await follow(colleague, '/desk/clients');
    await expect(colleague).toHaveTitle(new RegExp(`^\\(${waitingCount - 1}\\) `));
    await follow(page, '/desk/team');
    const form = { name: 'Osric Vane', email: 'osric@vane.example', message: 'A short film.' };
    await page.request.post('/forms/contact', { form, headers: { accept: 'application/json' } });
    await expect(colleague).toHaveTitle(new RegExp(`^\\(${waitingCount}\\) `));
    await expect(page).toHaveTitle(/^\(1\) /);
    await other.close();
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reads, filters and handles by links and forms, and keeps the filters of earlier links to the inbox', async ({
    page,
    server,
  }) => {
    await signIn({ context: () => page.context() }, server, 'team');
    await page.goto('/desk');
    await regionOf(page, 'lead')
      .getByRole('link', { name: /^Show all/ })
      .click();
    await expect(page).toHaveURL('/desk/leads');
    await page.goto('/desk');
    const kinds = page.getByRole('navigation', { name: today.filter });
    await kinds.getByRole('link', { name: today.kinds['change-request'] }).click();
    await expect(page).toHaveURL('/desk?kind=change-request');
    await expect(page.locator('#today').getByRole('region')).toHaveCount(1);
    const lines = regionOf(page, 'change-request').getByRole('listitem');
    await expect(lines).toHaveCount(3);
    await lines.first().getByRole('button', { name: today.read }).click();
    await expect(page).toHaveTitle(new RegExp(`^\\(${waitingCount - 1}\\) `));
    await expect(lines).toHaveCount(3);
    await lines.first().getByRole('button', { name: today.actions.handled }).click();
    await expect(page).toHaveURL(/^[^?]*\/desk\?kind=change-request&handled=/);
    await expect(lines).toHaveCount(2);
    await page.goto('/desk?state=due&q=caf%C3%A9+%26');
    await expect(page).toHaveURL('/desk/leads?state=due&q=caf%C3%A9+%26');
  });
});

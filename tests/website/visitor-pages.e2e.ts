import type { APIRequestContext, Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { act, hostsOf, logOf, openChat, panelOf } from '../harness/chat.ts';
import { expectMails } from '../harness/mailbox.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { nobody } from '../harness/studio.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { calls, mails, portal, system } = content;
const phone = { width: 390, height: 844 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Books the last free time of a host whose hours are set for it; returns the call's page. */
async function bookCall(request: APIRequestContext, team: APIRequestContext, email: string): Promise<string> {
  const [host = ''] = await hostsOf(team);
  const hours = [1, 2, 3, 4, 5].map((day) => [`weekday${day}`, '9:00–17:00']);
  await act(team, `${host}?do=save-hours`, Object.fromEntries(hours) as Record<string, string>);
  const { days } = (await (await request.get('/discovery-call/times')).json()) as {
    days: { slots: { start: string }[] }[];
  };
  const slot = days.at(-1)?.slots.at(-1)?.start ?? '';
  const answer = await request.post('/forms/discovery-call', {
    headers: { accept: 'application/json' },
    form: { name: 'Tarn Okafor', email, slot, time_zone: 'Europe/Lisbon' },
  });
  return ((await answer.json()) as { next: string }).next;
}

test('fixes nothing over a booked call on a phone, and keeps the portal’s header for a client', async ({
  page,
  playwright,
  studio,
  team,
  createBrowserToken,
  freshEmail,
}) => {
  const path = await bookCall(page.request, team, freshEmail);
  expect(path).toMatch(/^\/calls\//);
  for (const shown of [path, `${path}/move`]) {
    await page.setViewportSize(phone);
    await page.goto(shown);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: system.mobileBar.name })).toHaveCount(0);
  }
  const client = await playwright.request.newContext({ baseURL: studio.address, storageState: nobody });
  await client.post(postOfPrintedLink(studio.clientLink), { maxRedirects: 0 });
  const asClient = await createBrowserToken(client);
  await asClient.goto(path);
  await expect(asClient.getByRole('navigation', { name: portal.navigation })).toBeVisible();
  await expect(asClient.getByRole('link', { name: calls.page.move })).toBeVisible();
  await expect(asClient.getByRole('navigation', { name: system.mobileBar.name })).toHaveCount(0);
});

/** The lower edge of the page's own plate, and the window's height. */
const endOf = (page: Page) =>
  page.evaluate(() => ({
    main: document.querySelector('main')?.getBoundingClientRect().bottom ?? 0,
    window: innerHeight,
  }));

test('fills a phone’s window with a full screen, without a strip of another colour below', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 404/);
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of ['/sign-in', '/listen/made-up']) {
    await page.goto(path);
    const { main, window } = await endOf(page);
    expect(main, path).toBeGreaterThanOrEqual(window);
  }
});

test('shows the title of the discovery call completely at every width, and at twice the text size', async ({
  page,
}) => {
  await page.goto('/discovery-call');
  const isCut = () =>
    page.evaluate(() => {
      const title = document.querySelector('main h1');
      return title === null || title.scrollWidth > title.clientWidth;
    });
  for (const width of [320, 390, 801, 834, 880, 950, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await isCut(), `${width} px`).toBe(false);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  expect(await isCut(), 'text of twice the size').toBe(false);
  const [aside, form] = await page
    .locator('main h1, main form')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
  expect(aside, 'the layout of a phone').toBeLessThan(form ?? 0);
});

test("draws no line across the figure if a page's header ends above it", async ({ page }) => {
  await page.goto('/records/night-ferry-logbook');
  const { isLonger, mask } = await page
    .locator('main .powder')
    .first()
    .evaluate((powder) => {
      const plate = powder.parentElement ?? powder;
      return {
        isLonger: powder.getBoundingClientRect().bottom > plate.getBoundingClientRect().bottom,
        mask: getComputedStyle(plate).maskImage,
      };
    });
  expect(isLonger).toBe(true);
  expect(mask).toContain('linear-gradient');
});

test('shows the typed text of the chat on a phone in landscape', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openChat(page, '/');
  const [panel, log] = [await panelOf(page).boundingBox(), await logOf(page).boundingBox()];
  expect(panel?.height).toBeGreaterThan(360);
  expect(log?.height).toBeGreaterThan(160);
});

test('shows a readable header, formatted times and the email as sent in the development mailbox', async ({
  page,
  freshEmail,
}) => {
  await page.request.post('/forms/contact', {
    headers: { accept: 'application/json' },
    form: { name: 'Runa', email: freshEmail, message: 'A radio play.' },
  });
  await expectMails(page.request, freshEmail, 2);
  await page.goto('/dev/mailbox');
  const header = page.getByRole('banner');
  const behind = await header.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    const below = document.elementsFromPoint(left + 2, bottom - 2).find((part) => !element.contains(part));
    return below?.closest<HTMLElement>('[data-s]')?.dataset['s'];
  });
  expect(behind).toBe('plate');
  const mail = page.getByRole('article').filter({ hasText: freshEmail }).first();
  await expect(mail.locator('time')).toHaveText(/^\d{1,2} \w{3,4} \d{4}, \d\d:\d\d$/);
  await mail.getByRole('link', { name: mails.mailbox.html }).click();
  await page.waitForURL('/dev/mailbox/*/html');
  await expect(page.locator('body')).toContainText(/Antinode|Runa/);
});

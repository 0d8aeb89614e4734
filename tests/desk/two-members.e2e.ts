import { expect, test, type Browser, type Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { startSeeded, type SeededServer } from '../harness/seeded-server.ts';

const { answered, lead: leadText } = content.desk;
const { messages } = content.portal;

// A separate studio: nobody else is at its desk.
let server: SeededServer;

test.beforeAll(async () => {
  server = await startSeeded({ leads: 4, clients: 1, projects: 1, messages: 2 }, { isCounting: false });
});
test.afterAll(() => server.stop());

/** Opens a page of the desk as a member, and waits until it follows events. */
async function open(browser: Browser, token: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.address });
  const { hostname } = new URL(server.address);
  await context.addCookies([{ name: 'antinode_session', value: token, domain: hostname, path: '/' }]);
  const page = await context.newPage();
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await page.goto(path);
  expect((await stream).status()).toBe(200);
  return page;
}

const presenceOf = (page: Page) => page.locator('[data-presence]');

test(
  'shows two members at one lead to each other, and asks the second before a second answer',
  { tag: '@default' },
  async ({ browser }) => {
    const { tokens, leadId } = server.seeded;
    const path = `/desk/leads/${leadId}`;
    const [first, second] = [
      await open(browser, tokens.team, path),
      await open(browser, tokens.alsoLate, path),
    ];
    await expect(presenceOf(first)).toHaveText('Also looking at this: Team 2.');
    await expect(presenceOf(second)).toHaveText('Also looking at this: Team 1.');
    const boxOf = (page: Page) => page.getByLabel(leadText.replyLabel, { exact: true });
    const send = (page: Page) => page.getByRole('button', { name: leadText.replySend, exact: true }).click();
    await boxOf(second).fill('On Tuesday.');
    await expect(presenceOf(first)).toHaveText('Answering now: Team 2.');
    await boxOf(first).fill('We can, from Monday.');
    await send(first);
    await expect(first.locator('article')).toContainText('We can, from Monday.');

    await send(second);
    const ask = second.getByRole('dialog', { name: 'Already answered by Team 1' });
    await expect(ask).toContainText('We can, from Monday.');
    await expect(boxOf(second), 'the text is kept').toHaveValue('On Tuesday.');
    await ask.getByRole('link', { name: answered.no }).click();
    await expect(boxOf(second)).toBeFocused();
    await expect(boxOf(second)).toHaveValue('On Tuesday.');
    await boxOf(second).fill('Or on Tuesday.');
    await send(second);
    await expect(second.locator('article'), 'sent again, it is sent').toContainText('Or on Tuesday.');
    await expect(presenceOf(first)).toHaveText('Also looking at this: Team 2.');
    await second.close();
    await expect(presenceOf(first), 'gone').toHaveText('');
  },
);

test('asks before a message to a client whom a colleague has just answered', async ({ browser }) => {
  const { tokens, projectId } = server.seeded;
  const path = `/desk/projects/${projectId}`;
  const [first, second] = [
    await open(browser, tokens.team, path),
    await open(browser, tokens.alsoLate, path),
  ];
  const boxOf = (page: Page) => page.getByRole('textbox', { name: messages.label, exact: true });
  await boxOf(second).fill('On Tuesday.');
  await expect(presenceOf(first)).toHaveText('Answering now: Team 2.');
  await boxOf(first).fill('It is ready on Monday.');
  await boxOf(first).press('Control+Enter');
  await expect(boxOf(first)).toHaveValue('');
  await expect(second.locator('#thread')).toContainText('It is ready on Monday.');
  await boxOf(second).press('Control+Enter');
  const ask = second.getByRole('dialog', { name: 'Already answered by Team 1' });
  await expect(ask).toContainText('It is ready on Monday.');
  await expect(boxOf(second)).toHaveValue('On Tuesday.');
  await ask.getByRole('button', { name: answered.yes }).click();
  await expect(second.locator('#thread')).toContainText('On Tuesday.');
  await expect(boxOf(second), 'no draft is left').toHaveValue('');
});

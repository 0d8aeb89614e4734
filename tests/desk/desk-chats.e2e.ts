import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { startSeeded, type SeededServer } from '../harness/seeded-server.ts';

const { desk: text } = content.conversations;
const { messages } = content.portal;

// A separate studio: it has no hours, so that anyone available can be asked at any time of the day.
let server: SeededServer;

test.beforeAll(async () => {
  server = await startSeeded({ leads: 4, clients: 1, projects: 1, messages: 1 }, { isCounting: false });
});
test.afterAll(() => server.stop());

/** The body of a visitor's chat request. */
async function ask(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL(path, server.address), {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

const write = (token: string, line: string) =>
  ask(`/chat/${token}/lines`, { written_as: randomUUID(), content: line });

/** Opens a page of the desk, and waits until it follows events. */
async function follow(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await page.goto(new URL(path, server.address).href);
  expect((await stream).status()).toBe(200);
}

/** Moves the page to the background, and waits until it follows events there too. */
async function hide(page: Page): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/desk/events'));
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await stream).status()).toBe(200);
}

test('notifies an available team member of a visitor on the open page, also in the background, without disturbing typed text', async ({
  page,
}) => {
  const { hostname } = new URL(server.address);
  const cookie = { name: 'antinode_session', value: server.seeded.tokens.team, path: '/' };
  await page.context().addCookies([{ ...cookie, domain: hostname }]);
  await follow(page, '/desk/chats');
  await page.getByRole('switch', { name: text.switch.away, exact: true }).click();
  await expect(page.getByRole('switch', { name: text.switch.answering, exact: true })).toBeChecked();
  await expect(page.locator('#takes-chats')).toContainText('Answering now: Team 1.');

  await follow(page, '/desk/team');
  // A lead and a visitor wait on Today.
  await expect(page).toHaveTitle(/^\(2\) /);
  await page.evaluate(() => (document.documentElement.dataset['kept'] = 'yes'));
  await hide(page);
  const { token } = await ask('/chat', { asked_as: randomUUID() });
  await write(String(token), 'Is anybody there?');
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect(page.getByRole('link', { name: 'Chats (2 waiting)' }), 'in the background').toBeVisible();
  await expect(page.locator('[data-events]')).toHaveText(content.notices.deskLive['chat-begun']);
  expect(await page.evaluate(() => document.documentElement.dataset['kept'])).toBe('yes');

  await page.goto(new URL('/desk/chats', server.address).href);
  const row = page.getByRole('listitem').filter({ hasText: 'Is anybody there?' });
  await row.getByRole('button', { name: text.take, exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/chats\/[\da-f-]{36}#/);
  const box = page.getByRole('textbox', { name: messages.label, exact: true });
  await expect(box, 'taking focuses the box').toBeFocused();
  await page.keyboard.press('Tab');
  const open = page.url();
  await page.goto(new URL('/desk/chats', server.address).href);
  const queued = page.locator('main li a[href^="/desk/chats/"]');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(queued.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(queued.first(), 'moves no further').toBeFocused();
  const first = (await queued.first().getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${first}$`));
  await expect(queued.first()).toHaveAttribute('aria-current', 'true');
  await follow(page, open);
  await box.fill('Half an answer');
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 7));
  await write(String(token), 'I can wait.');
  await expect(page.locator('#chat-lines')).toContainText('I can wait.');
  await expect(page.locator('[data-chat-said]')).toContainText('I can wait.');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('Half an answer');
  const selected = await box.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
    selectionStart,
    selectionEnd,
  ]);
  expect(selected).toEqual([5, 7]);

  await page.reload();
  await expect(box).toHaveValue('Half an answer');
  await page.getByRole('button', { name: text.handBack, exact: true }).click();
  await expect(box).toHaveValue('Half an answer');
  await expect(page.getByRole('button', { name: text.take, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: messages.send, exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(text.errors.handedBack);
  await expect(box).toHaveValue('Half an answer');
  await write(String(token), 'One more thing.');
  await expect(page.locator('#chat-hint'), 'sending takes the chat').toHaveText(text.hints.waiting);
  await box.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Enter');
  await expect(box).toHaveValue('Half an answer\n');
  // While a word is being composed, Enter selects it.
  await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await page.keyboard.type('and its end');
  await page.keyboard.press('Enter');
  await expect(page.locator('#chat-lines')).toContainText('and its end');
  await expect(box).toHaveValue('');
  await page.getByRole('button', { name: text.end, exact: true }).click();
  await expect(page.locator('#chat-hint')).toHaveText(text.hints.ended);
  await expect(box).toHaveCount(0);
});

import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { content } from './content.ts';

const { log, input, panel, person } = content.assistant;
const { chat: chatWords } = content.conversations;

export const panelOf = (page: Page) => page.getByRole('dialog', { name: panel });
export const logOf = (page: Page) => panelOf(page).getByRole('log', { name: log });
export const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: input.label, exact: true });
export const buttonOf = (page: Page, name: string) =>
  panelOf(page).getByRole('button', { name, exact: true });

/** Opens the chat on a page. */
export async function openChat(page: Page, path = '/post'): Promise<void> {
  await page.goto(path);
  await page.locator('[data-chat-toggle]:visible').click();
  await expect(panelOf(page)).toBeVisible();
}

/** Writes a line in the chat. */
export async function sayInChat(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Asks for a person, with both presses. */
export async function askForPerson(page: Page): Promise<void> {
  await buttonOf(page, person.ask).click();
  await buttonOf(page, person.begin).click();
  await expect(logOf(page).getByText(chatWords.asked)).toBeVisible();
}

/** The pages with the hosts' hours. */
export async function hostsOf(team: APIRequestContext): Promise<string[]> {
  const page = await (await team.get('/desk/calls/hours')).text();
  return [...new Set(page.match(/\/desk\/calls\/hours\/[\da-f-]{36}/g))];
}

/** Opens the desk in a separate browser as a team member who answers chats. */
export async function openDesk(
  createBrowserToken: (signedIn: APIRequestContext) => Promise<Page>,
  team: APIRequestContext,
) {
  const desk = await createBrowserToken(team);
  expect((await team.post('/desk/chats?do=take-chats', { form: { takes: 'yes' } })).status()).toBe(200);
  const isHeard = desk.waitForRequest(/\/desk\/events/);
  await desk.goto('/desk/chats');
  await (await isHeard).response();
  return desk;
}

/** Returns the page of the conversation that contains this line. */
export async function pageOfChat(desk: Page, said: string): Promise<string> {
  const item = desk.getByRole('main').getByRole('listitem').filter({ hasText: said });
  await expect(async () => {
    await desk.goto('/desk/chats');
    await expect(item).toBeVisible({ timeout: 1000 });
  }).toPass();
  return (await item.getByRole('link').first().getAttribute('href')) ?? '';
}

/** Posts an action at the desk, as its forms do. */
export const act = async (team: APIRequestContext, path: string, form: Record<string, string> = {}) => {
  const answer = await team.post(path, { form, headers: { accept: 'application/json' } });
  expect(answer.status(), await answer.text()).toBe(200);
};

/** Writes to a conversation as the team, as its page does. */
export const answerIn = (team: APIRequestContext, chat: string, text: string) =>
  act(team, `${chat}?do=say`, { messageId: randomUUID(), content: text });

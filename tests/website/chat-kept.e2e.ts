import { randomUUID } from 'node:crypto';
import { askForPerson, logOf, openChat, openDesk, panelOf, sayInChat } from '../harness/chat.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { conversations } = content;
const { chat: chatWords } = conversations;

test('leaves no empty chat waiting for the team, and continues a chat on the next page in another tab', async ({
  page,
  team,
  createBrowserToken,
}) => {
  const desk = await openDesk(createBrowserToken, team);
  await openChat(page);
  await askForPerson(page);
  await expect(panelOf(page).getByText(chatWords.begun, { exact: true })).toBeVisible();
  const first = `Hello? ${randomUUID()}`;
  await desk.goto('/desk/chats');
  await expect(desk.getByText(conversations.desk.nothingSaid)).toHaveCount(0);
  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await later.goto('/');
  await later.locator('[data-chat-toggle]:visible').click();
  await expect(logOf(later)).toContainText(chatWords.asked);
  await sayInChat(later, first);
  await expect(desk.getByText(first)).toBeVisible();
});

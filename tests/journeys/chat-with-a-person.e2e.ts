import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../harness/accessibility.ts';
import {
  act,
  answerIn,
  askForPerson,
  buttonOf,
  hostsOf,
  inputOf,
  logOf,
  openChat,
  openDesk,
  pageOfChat,
  panelOf,
  sayInChat,
} from '../harness/chat.ts';
import { content, entryWith } from '../harness/content.ts';
import { mailsWith } from '../harness/mailbox.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { assistant, conversations, forms } = content;
const { bubble, message, person, rules } = assistant;
const { chat: chatWords, confirm: confirmWords, page: ownPage } = conversations;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The hours of a host who has calls on tomorrow's weekday only. */
const tomorrow = ((new Date().getUTCDay() + 1) % 7) + 1;
const hoursOfTomorrow = { [`weekday${tomorrow}`]: '9:00–17:00' };

test(
  'sends nothing before the second press; then a person receives the earlier questions, answers live and returns the chat',
  { tag: '@default' },
  async ({ page, team, createBrowserToken }) => {
    const desk = await openDesk(createBrowserToken, team);
    await openChat(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/_astro/')) sent.push(`${request.method()} ${pathname}`);
    });
    const [first, second] = [`One ${randomUUID()}`, `Two ${randomUUID()}`];
    await sayInChat(page, 'For the assistant');
    await expect(logOf(page)).toContainText(assistant.defaultAnswer);
    // A person is offered first if no prepared answer fits.
    await expect(panelOf(page).getByText(person.unsure)).toBeVisible();
    expect(sent).toEqual([]);
    await buttonOf(page, person.ask).click();
    await expect(panelOf(page).getByText(/sent to the team/)).toBeFocused();
    await expect(panelOf(page).getByText(person.explainAsked)).toBeVisible();
    await expect(panelOf(page).getByText(person.there)).toBeVisible();
    await buttonOf(page, person.cancel).click();
    await expect(buttonOf(page, person.ask)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panelOf(page).getByText(person.there)).toBeVisible();
    expect(sent, 'whether somebody is there').toEqual(['GET /chat', 'GET /chat']);
    await buttonOf(page, person.begin).press('Enter');
    await expect(inputOf(page)).toBeFocused();
    await sayInChat(page, first);
    await expect(logOf(page).getByText(first)).toBeVisible();
    await expect(logOf(page).getByText(chatWords.sending)).toHaveCount(0);
    const asked = sent.slice(2, 4);
    expect(asked).toEqual(['POST /chat', expect.stringMatching(/^GET \/chat\/[\w-]{43}\/events$/)]);

    const chat = await pageOfChat(desk, first);
    await desk.goto(chat);
    await expect(desk.locator('#chat-asked')).toContainText('For the assistant');
    await act(team, `${chat}?do=take`, { from: '' });
    await expect(
      panelOf(page)
        .getByText(/ joined the chat/)
        .first(),
    ).toBeVisible();
    await answerIn(team, chat, 'Hello, this is a person.');
    await expect(logOf(page).getByText('Hello, this is a person.')).toHaveCount(1);
    await sayInChat(page, `${second}, and what does it cost?`);
    await expect(desk.getByText(second).first()).toBeVisible();
    await expect(logOf(page)).not.toContainText(entryWith(rules, 'id', 'pricing').answer);

    await act(team, `${chat}?do=hand-back`);
    await expect(logOf(page).getByText(/assistant answers again/)).toBeVisible();
    await expect(panelOf(page).getByText(assistant.note, { exact: true })).toBeVisible();
    await sayInChat(page, 'What does it cost?');
    await expect(logOf(page)).toContainText(entryWith(rules, 'id', 'pricing').answer);
    await desk.reload();
    await expect(desk.getByText('What does it cost?', { exact: true })).toHaveCount(0);

    await buttonOf(page, person.ask).click();
    await buttonOf(page, person.begin).click();
    await expect(logOf(page).getByText(chatWords.asked)).toHaveCount(2);
    await act(team, `${chat}?do=take`, { from: '' });
    await expect(
      panelOf(page)
        .getByText(/ joined the chat/)
        .first(),
      'the same conversation',
    ).toBeVisible();
    await expect(desk.locator('#chat-asked')).toContainText('What does it cost?');
  },
);

test('continues a chat taken over outside call hours after the visitor closed the tab, by an email with a link', async ({
  page,
  team,
  createBrowserToken,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 422/);
  for (const host of await hostsOf(team)) await act(team, `${host}?do=save-hours`, hoursOfTomorrow);
  const desk = await openDesk(createBrowserToken, team);
  await openChat(page);
  await askForPerson(page);
  const said = `Nine episodes ${randomUUID()}`;
  await sayInChat(page, said);
  await expect(desk.getByRole('switch', { name: 'Answering' }), 'whatever the hours of calls').toBeChecked();
  await desk.getByRole('listitem').filter({ hasText: said }).getByRole('link').click();
  await expect(desk.locator('#chat-visitor')).toContainText('/post');
  const chat = new URL(desk.url()).pathname;
  await desk.getByRole('textbox', { name: content.portal.messages.label, exact: true }).fill('Good evening.');
  await desk.keyboard.press('Enter');
  await expect(logOf(page).getByText('Good evening.')).toBeVisible();
  await expect(desk.locator('#chat-hint'), 'sending takes the chat').toHaveText(
    conversations.desk.hints.mine,
  );
  await buttonOf(page, chatWords.address).click();
  await expect(panelOf(page).getByLabel(chatWords.name)).toBeFocused();
  await panelOf(page).getByLabel(chatWords.name).fill('Beck Aldous');
  await panelOf(page).getByLabel(chatWords.email).fill('beck');
  await buttonOf(page, chatWords.leave).click();
  await expect(panelOf(page).getByLabel(chatWords.email)).toBeFocused();
  await expect(panelOf(page).getByLabel(chatWords.email)).toHaveAccessibleDescription(
    conversations.errors.email,
  );
  await expect(panelOf(page).getByLabel(chatWords.name)).toHaveValue('Beck Aldous');
  await panelOf(page).getByRole('button', { name: bubble.close }).click();
  await page.goto('/research');
  await page.locator('[data-chat-toggle]:visible').click();
  await expect(panelOf(page).getByLabel(chatWords.name), 'kept on the next page').toHaveValue('Beck Aldous');
  await expect(panelOf(page).getByLabel(chatWords.email)).toHaveValue('beck');
  await panelOf(page).getByLabel(chatWords.email).fill(freshEmail);
  await buttonOf(page, chatWords.leave).click();
  await expect(logOf(page).getByText(chatWords.leftAddress)).toBeVisible();
  await expect(inputOf(page), 'what had the focus is gone').toBeFocused();
  await page.close();

  const answer = `We can, from Monday. ${randomUUID()}`;
  await answerIn(team, chat, answer);
  const linkIn = async () => {
    const [mail = ''] = await mailsWith(team, answer);
    return /\/chat\/[\w-]{43}/.exec(mail)?.[0] ?? '';
  };
  await expect.poll(linkIn, { intervals: [50, 100, 250] }).not.toBe('');
  const visitor = await createBrowserToken();
  const opened = await visitor.goto(await linkIn());
  expect(opened?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
  const lines = visitor.getByRole('log', { name: ownPage.lines });
  await expect(visitor.getByRole('heading', { name: confirmWords.title })).toBeVisible();
  expect(await visitor.content(), 'nothing of the chat before it is confirmed').not.toContain(said);
  const [mail = ''] = await mailsWith(team, answer);
  expect(mail).not.toContain(said);
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: confirmWords.yes }).click();
  await expect(lines).toContainText(said);
  await expect(lines).toContainText(answer);
  const next = `Monday suits us. ${randomUUID()}`;
  await visitor.getByLabel(ownPage.say).fill(next);
  await visitor.getByRole('button', { name: ownPage.send }).click();
  await expect(lines).toContainText(next);
  await desk.goto(chat);
  await expect(desk.getByText(next)).toBeVisible();
  await answerIn(team, chat, `Until then. ${said}`);
  await expect(lines.getByText(`Until then. ${said}`)).toBeVisible();
  await expectAccessible(visitor);
});

test('announces an answer while the panel is closed, on the next page too, and keeps everything written', async ({
  page,
  team,
  createBrowserToken,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
  const desk = await openDesk(createBrowserToken, team);
  await openChat(page);
  await askForPerson(page);
  const [said, offline] = [`Here ${randomUUID()}`, `Offline ${randomUUID()}`];
  await sayInChat(page, said);
  const chat = await pageOfChat(desk, said);
  await page.route('**/chat/*/lines', (route) => route.abort());
  await sayInChat(page, offline);
  await expect(logOf(page).getByText(chatWords.late)).toBeVisible();
  await page.unroute('**/chat/*/lines');
  await page.goto('/research');
  await desk.goto(chat);
  await expect(desk.getByRole('listitem').getByText(offline), 'sent by the next page').toHaveCount(1);
  await act(team, `${chat}?do=take`, { from: '' });
  await answerIn(team, chat, 'Hello.');
  const toggle = page.locator('[data-chat-toggle]:visible');
  await expect(toggle).toHaveAccessibleName(`${bubble.open}, ${chatWords.unread}`);
  await expect(toggle).toHaveText(chatWords.unreadMark);
  await expect(page.getByRole('status').filter({ hasText: chatWords.unread })).toHaveCount(1);
  await toggle.click();
  await expect(logOf(page).getByText('Hello.', { exact: true })).toBeVisible();
  await expect(logOf(page).getByText(offline)).toHaveCount(1);
  await expect(toggle).toHaveText('');
  await buttonOf(page, chatWords.end).click();
  await expect(logOf(page).getByText(chatWords.ended)).toBeVisible();
  await expect(inputOf(page)).toBeFocused();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/post');
  await page.waitForLoadState('networkidle');
  expect(
    asked.filter((path) => path.startsWith('/chat')),
    'it is over',
  ).toEqual([]);
});

test('asks a waiting visitor for an address after 90 seconds', async ({ page, team, createBrowserToken }) => {
  await openDesk(createBrowserToken, team);
  await page.clock.install();
  await openChat(page);
  await askForPerson(page);
  await page.clock.fastForward(90_000);
  await expect(logOf(page).getByText(chatWords.slow), 'nothing was written').toHaveCount(0);
  await sayInChat(page, 'Hello?');
  await expect(panelOf(page).getByText(chatWords.waiting, { exact: true })).toBeVisible();
  await expect(logOf(page).getByText(chatWords.sending)).toHaveCount(0);
  await page.clock.fastForward(90_000);
  await expect(logOf(page).getByText(chatWords.slow)).toHaveCount(1);
  await expect(panelOf(page).getByLabel(chatWords.email)).toBeVisible();
  await expect(inputOf(page), 'nobody who types is moved away').toBeFocused();
});

test('leads to the message form while every member is away', async ({ page, team, createBrowserToken }) => {
  await openDesk(createBrowserToken, team);
  await act(team, '/desk/chats?do=take-chats', { takes: 'no' });
  try {
    await openChat(page);
    await buttonOf(page, person.ask).click();
    // Before anything is written.
    await expect(panelOf(page).getByRole('status')).toContainText(conversations.errors.nobody);
    await expect(buttonOf(page, message.open)).toBeVisible();
    await buttonOf(page, person.begin).click();
    await expect(logOf(page)).toContainText(conversations.errors.nobody);
    await expectAccessible(page);
    await buttonOf(page, message.open).click();
    await expect(panelOf(page).getByRole('heading', { name: forms.message.title })).toBeFocused();
  } finally {
    await act(team, '/desk/chats?do=take-chats', { takes: 'yes' });
  }
});

import { randomUUID } from 'node:crypto';
import { fill } from '#src/platform/fill.ts';
import { expectAccessible, overflowsAt } from '../harness/accessibility.ts';
import {
  act,
  answerIn,
  buttonOf,
  inputOf,
  logOf,
  openChat,
  openDesk,
  pageOfChat,
  panelOf,
  sayInChat,
} from '../harness/chat.ts';
import { content } from '../harness/content.ts';
import { cutText } from '../harness/cut-text.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { assistant, conversations } = content;
const { person } = assistant;
const { chat: chatWords, page: ownPage, desk: deskWords } = conversations;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// On a phone it opens as a modal sheet.
for (const [screen, widths] of Object.entries({ 'a phone': [320, 390], 'a large screen': [1440] })) {
  test(`is accessible in each state of a conversation with a person on ${screen}`, async ({
    page,
    team,
    createBrowserToken,
    faults,
  }) => {
    faults.allow(/status of 422/);
    const expectAccessibleAtEachWidth = async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
      }
    };
    const desk = await openDesk(createBrowserToken, team);
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await openChat(page);
    await buttonOf(page, person.ask).click();
    await expectAccessibleAtEachWidth();
    await buttonOf(page, person.begin).click();
    const said = randomUUID();
    await sayInChat(page, `${said} ${'x'.repeat(400)}`);
    const chat = await pageOfChat(desk, said);
    await act(team, `${chat}?do=take`, { from: '' });
    await answerIn(team, chat, 'x'.repeat(400));
    await expect(logOf(page).getByText('x'.repeat(400), { exact: true })).toBeVisible();
    await sayInChat(page, 'y'.repeat(2001));
    await expect(logOf(page).getByText(fill(conversations.errors.tooLong, { count: '2,000' }))).toBeVisible();
    await expectAccessibleAtEachWidth();
    await logOf(page).getByRole('button', { name: person.edit }).click();
    await expect(inputOf(page)).toHaveValue('y'.repeat(2001));
    await buttonOf(page, chatWords.address).click();
    await buttonOf(page, chatWords.leave).click();
    await expect(panelOf(page).getByText(conversations.errors.name)).toBeVisible();
    await expectAccessibleAtEachWidth();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    expect.soft([...(await overflowsAt(page, widths)), ...(await cutText(page))], 'large text').toEqual([]);
    await buttonOf(page, chatWords.end).click();
    await expect(logOf(page).getByText(chatWords.ended)).toBeVisible();
    await expect(desk.getByText(deskWords.visitor).first()).toBeVisible();
  });
}

test("shows a conversation's page without JavaScript: the messages as text, a reply, an address, the end", async ({
  browser,
  baseURL,
  team,
  createBrowserToken,
  request,
}) => {
  await openDesk(createBrowserToken, team);
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  const begun = await request.post('/chat', { form: { asked_as: randomUUID() } });
  const path = `/chat/${((await begun.json()) as { token: string }).token}`;
  await page.goto(path);
  const hostile = `</textarea><script>document.title='taken'</script> ${randomUUID()}`;
  const lines = page.getByRole('log', { name: ownPage.lines });
  await page.getByRole('button', { name: ownPage.send }).click();
  await expect(page.getByRole('main').getByLabel(ownPage.say)).toHaveAccessibleDescription(
    new RegExp(conversations.errors.blank),
  );
  await page.getByRole('main').getByLabel(ownPage.say).fill(hostile);
  await page.getByRole('button', { name: ownPage.send }).click();
  await expect(lines.getByText(hostile)).toHaveCount(1);
  await page.getByText(ownPage.address).click();
  await page.getByRole('main').getByLabel(ownPage.name).fill('Beck');
  await page.getByRole('button', { name: ownPage.leave }).click();
  await expect(page.getByRole('main').getByLabel(ownPage.email)).toHaveAccessibleDescription(
    conversations.errors.email,
  );
  await expect(page.getByRole('main').getByLabel(ownPage.name)).toHaveValue('Beck');
  await page.getByRole('button', { name: ownPage.end }).click();
  await expect(page.getByText(ownPage.states.ended)).toBeVisible();
  await expect(page.getByRole('main').getByLabel(ownPage.say)).toHaveCount(0);
  expect((await request.get('/chat/made-up')).status()).toBe(404);
  await context.close();
});

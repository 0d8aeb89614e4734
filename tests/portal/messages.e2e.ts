import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expectAccessible, overflowsAt } from '../harness/accessibility.ts';
import { expect, test } from '../harness/client.ts';
import { content, entryWith } from '../harness/content.ts';
import { nobody } from '../harness/studio.ts';

const { messages: words } = content.portal;
const { 'desk-messages': desk } = content;
const project = entryWith(content.sample.projects, 'number', 214).name;
const runa = entryWith(content.sample.clients, 'key', 'runa').name;

test.use({ studioName: 'messages' });
// One sample studio serves the whole file, in this order.
test.describe.configure({ mode: 'default' });

const lastMessage = (page: Page) => page.locator('#thread > ol > li').last();
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: words.projects }).getByRole('link').filter({ hasText: name });

/** Writes a message with a file in the open conversation. */
async function send(page: Page, text: string, fileName: string): Promise<void> {
  await page.getByLabel(words.label, { exact: true }).fill(text);
  const file = { name: fileName, mimeType: 'text/plain', buffer: Buffer.from(`The bytes of ${fileName}`) };
  await page.getByLabel(words.attach).setInputFiles(file);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(lastMessage(page)).toContainText(text);
}

/** Downloads a file of the last message, and returns its text. */
async function download(page: Page, fileName: string): Promise<string> {
  const href = await lastMessage(page).getByRole('link', { name: fileName }).getAttribute('href');
  return (await page.request.get(href ?? '')).text();
}

test(
  'sends files with messages in both directions, in a project and in the general conversation',
  { tag: '@default' },
  async ({ page: portal, browser, baseURL, team }) => {
    const atDesk = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: await team.storageState(),
    });
    const office = await atDesk.newPage();
    await portal.goto('/portal/messages');
    await rowOf(portal, project).click();
    await send(portal, 'Notes on https://reel.example/3?a=1.', 'notes.txt');
    const link = lastMessage(portal).getByRole('link', { name: 'https://reel.example/3?a=1' });
    await expect(link).toHaveAttribute('rel', 'noopener nofollow');
    await expect(portal.getByLabel(words.attach)).toHaveValue('');

    await test.step('the team finds it first in the list, and answers with a file', async () => {
      await office.goto('/desk/messages');
      await expect(office.locator('#threads li').first()).toContainText(desk.waiting);
      await rowOf(office, project).click();
      expect(await download(office, 'notes.txt')).toBe('The bytes of notes.txt');
      await expectAccessible(office);
      await send(office, 'The cue sheet.', 'cues.txt');
      await expect(rowOf(office, project)).not.toContainText(desk.waiting);
      await expect(lastMessage(portal)).toContainText('The cue sheet.');
      expect(await download(portal, 'cues.txt')).toBe('The bytes of cues.txt');
    });

    await test.step('both write in the general conversation', async () => {
      await rowOf(portal, words.general).click();
      await expect(portal.getByText(words.empty)).toBeVisible();
      await send(portal, 'About next year.', 'plan.txt');
      await office.goto('/desk/messages');
      await office.getByRole('link', { name: `${runa} ${words.general}` }).click();
      expect(await download(office, 'plan.txt')).toBe('The bytes of plan.txt');
      await office.getByRole('button', { name: desk.settle }).click();
      await expect(office.getByRole('button', { name: desk.settle })).toHaveCount(0);
      await send(office, 'Gladly.', 'offer.txt');
      await expect(lastMessage(portal)).toContainText('Gladly.');
      expect(await download(portal, 'offer.txt')).toBe('The bytes of offer.txt');
    });

    await test.step('the page of the project has the files, and the search finds the messages', async () => {
      await portal.goto('/portal/messages?q=CUÉ+shéet');
      const found = portal.getByRole('region', { name: fill(words.search.found[1], { text: 'CUÉ shéet' }) });
      await expect(found.locator('mark')).toHaveText('cue sheet');
      await expectAccessible(portal);
      await found.getByRole('link', { name: project }).click();
      await expect(portal.locator('#thread li:target')).toContainText('The cue sheet.');
      await portal.locator('#thread-title').getByRole('link').click();
      await expect(portal.locator('#project-files')).toContainText('cues.txt');
      const sent = portal.getByRole('region', { name: content.project.sent.title });
      await expect(sent).toContainText('notes.txt');
    });
    for (const page of [portal, office]) expect(await overflowsAt(page, [1440, 390, 320])).toEqual([]);
    await atDesk.close();
  },
);

test('shows the form of the conversation that an email links to, and takes a file without scripts', async ({
  browser,
  baseURL,
  clientState,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: clientState,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/portal/messages?project=general#message-general');
  await expect(page.getByLabel(words.label, { exact: true })).toBeInViewport();
  await send(page, 'Without scripts.', 'plain.txt');
  expect(await download(page, 'plain.txt')).toBe('The bytes of plain.txt');
  const large = { name: 'large.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(16_000_001) };
  await page.getByLabel(words.attach).setInputFiles(large);
  await page.getByRole('button', { name: words.send, exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(words.unattached.size);
  await context.close();
});

test("refuses another client's general file and conversation", async ({
  page,
  team,
  playwright,
  baseURL,
}) => {
  await page.goto('/portal/messages?project=general');
  const href = await page.locator('#thread a[download]').first().getAttribute('href');
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? '', storageState: nobody });
  expect((await stranger.get(href ?? '')).status()).not.toBe(200);
  expect((await team.get(`/desk/messages?client=${randomUUID()}`)).status()).toBe(404);
  await stranger.dispose();
});

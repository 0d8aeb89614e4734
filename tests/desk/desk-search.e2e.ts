import { randomUUID } from 'node:crypto';
import { content } from '../harness/content.ts';
import { press, sendContact, signIn } from '../harness/leads.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { desk, 'desk-clients': clients, 'desk-projects': projects, sample } = content;
const { inbox, search: words, lead } = desk;

test('searches the inbox during typing, regardless of accents, and clears the search', async ({
  page,
  team,
  freshEmail,
}) => {
  const mark = randomUUID().slice(0, 8);
  await sendContact(team, { name: `Os Marés ${mark}`, email: freshEmail, message: 'In der Straße' });
  await signIn(page, team);
  await page.goto('/desk/leads?status=lead');
  const field = page.getByRole('searchbox', { name: inbox.search });
  const line = page.getByRole('link', { name: `Os Marés ${mark}` });
  const lines = page.getByRole('region', { name: inbox.title }).getByRole('listitem');
  const clear = page.getByRole('link', { name: words.clearName });
  const all = await lines.count();
  expect(all).toBeGreaterThan(1);
  await expect(clear).toBeHidden();
  await field.pressSequentially(`os mares ${mark}`);
  await expect(lines).toHaveCount(1);
  await expect(line).toBeVisible();
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(`/desk/leads?q=os+mares+${mark}&status=lead`);
  await expect(page.getByRole('status').filter({ hasText: words.found[1] })).toBeAttached();
  await field.fill(`nobody ${mark}`);
  await expect(page.getByText(inbox.nothing)).toBeVisible();
  await clear.click();
  await expect(lines).toHaveCount(all);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL('/desk/leads?status=lead');

  await field.fill(`STRASSE`);
  await expect(lines).toHaveCount(1);
  await line.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Os Marés ${mark}`);
  await page.getByLabel(lead.noteLabel).fill(`Prefers the Café ${mark}`);
  await press(page, lead.noteAdd);
  await page.goto(`/desk/leads?q=cafe+${mark}`);
  await expect(line).toBeVisible();
});

test('searches clients and projects during typing', async ({ page, team }) => {
  await signIn(page, team);
  const [client] = sample.clients;
  await page.goto('/desk/clients');
  await page.getByRole('searchbox', { name: clients.list.search }).fill(client?.name.toUpperCase() ?? '');
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: words.clearName }).click();
  await expect(page.getByRole('main').getByRole('row')).not.toHaveCount(2);
  await page.goto('/desk/projects');
  await page.getByRole('searchbox', { name: projects.board.search }).fill('no project has this name');
  await expect(page.getByText(projects.board.none)).toBeVisible();
  await page.getByRole('link', { name: words.clearName }).click();
  await expect(page.getByText(projects.board.none)).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('searches the inbox by button and clears the search by link', async ({ page, team, freshEmail }) => {
    const mark = randomUUID().slice(0, 8);
    await sendContact(team, { name: `Os Marés ${mark}`, email: freshEmail });
    await signIn(page, team);
    await page.goto('/desk/leads');
    await expect(page.getByRole('link', { name: words.clearName })).toBeHidden();
    await page.getByRole('searchbox', { name: inbox.search }).fill(`os mares ${mark}`);
    await press(page, inbox.show);
    await expect(page.getByRole('link', { name: `Os Marés ${mark}` })).toBeVisible();
    await page.getByRole('link', { name: words.clearName }).click();
    await expect(page).toHaveURL('/desk/leads');
  });
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fill } from '#src/platform/fill.ts';
import { content } from '../harness/content.ts';
import { openLead, sendContact } from '../harness/leads.ts';
import { signInAsMember } from '../harness/sign-in.ts';
import { expect, test } from '../harness/studio-browsers.ts';

const { 'desk-contacts': words, 'desk-clients': clientWords } = content;
const { contact: text, fields, list, lists } = words;

test('keeps contacts: found from a lead, by tag and in an export, until they become a client', async ({
  page: desk,
  team,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 422/);
  await signInAsMember(desk, team, freshEmail);
  const mark = randomUUID().slice(0, 8);
  const email = `mira@${mark}.example`;
  await desk.goto('/desk/clients');
  await desk
    .getByRole('navigation', { name: lists.label })
    .getByRole('link', { name: lists.contacts })
    .click();
  await desk.getByRole('link', { name: list.new }).click();
  await desk.getByLabel(text.company).fill(`Nordlicht ${mark}`);
  await desk.getByLabel(text.role).fill('Mastering engineer');
  await desk.getByLabel(text.email).fill(email);
  await desk.getByLabel(fields.tags).fill(`Vinyl ${mark}, , vinyl ${mark}`);
  await desk.getByRole('button', { name: text.create }).click();
  await expect(desk.locator('#name-error')).toHaveText(words.errors.name);
  await expect(desk.getByLabel(text.email)).toHaveValue(email);
  await desk.getByLabel(text.name, { exact: true }).fill(`Mira ${mark}`);
  await desk.getByRole('button', { name: text.create }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`Mira ${mark}`);
  const address = desk.url();

  await desk.getByRole('link', { name: words.details.edit }).click();
  await desk.getByLabel(fields.notes).fill('Needs a week');
  await desk.getByRole('button', { name: text.save }).click();
  await expect(desk.getByText(text.saved, { exact: true })).toBeVisible();
  await expect(desk.getByText('Needs a week')).toBeVisible();

  await desk
    .getByRole('list', { name: fields.tags })
    .getByRole('link', { name: `Vinyl ${mark}` })
    .click();
  await expect(desk.getByRole('row')).toHaveCount(2);
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: words.export }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported.trim().split('\r\n')).toHaveLength(2);
  expect(exported).toContain(`"Mira ${mark}","Nordlicht ${mark}","Mastering engineer","${email}"`);

  await sendContact(team, { name: 'Mira', email });
  await openLead(desk, email, 'Mira');
  await desk.getByRole('link', { name: `Mira ${mark}` }).click();
  await expect(desk).toHaveURL(address);
  await desk.getByRole('button', { name: text.delete }).click();
  const question = desk.getByRole('dialog', { name: fill(text.askDelete, { contact: `Mira ${mark}` }) });
  await question.getByRole('link').click();
  await desk.getByRole('button', { name: text.clientButton }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`Nordlicht ${mark}`);
  await expect(desk.getByText('Needs a week')).toBeVisible();
  expect((await desk.request.get(address)).status()).toBe(404);
  await desk.goto(`/desk/clients?tag=${encodeURIComponent(`vinyl ${mark}`)}`);
  await expect(desk.getByRole('row')).toHaveCount(2);
  await expect(desk.getByText(clientWords.list.one)).toBeVisible();
});

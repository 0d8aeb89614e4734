import { randomUUID } from 'node:crypto';
import { expect, rowOf, test } from '../harness/client.ts';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';

const { invoices, messages: thread, notifications, settingsPage } = content.portal;

test.describe.configure({ mode: 'default' });
test.use({ studioName: 'portal without JavaScript', javaScriptEnabled: false });

test('sends a message, and keeps the text of a refused one', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  await page.goto('/portal/messages');
  const box = page.getByLabel(thread.label, { exact: true });
  const send = page.getByRole('button', { name: thread.send });
  const messages = page.locator('#thread li');
  const before = await messages.count();

  await box.fill('Version 3 holds.');
  await send.click();
  await expect(messages).toHaveCount(before + 1);
  await expect(messages.last()).toContainText('Version 3 holds.');
  await expect(box).toHaveValue('');

  await box.fill(' \n ');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(thread.blank);
  const long = `\n${'x'.repeat(20_000)}`;
  await box.fill(long);
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(thread.tooLong);
  await expect(box).toHaveValue(long);
  await page.goto('/portal/messages');
  await expect(messages).toHaveCount(before + 1);
});

test('opens another project’s thread by its link, empty until a message is written', async ({ page }) => {
  await page.goto('/portal/messages');
  const { name } = entryWith(content.sample.projects, 'number', 232);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText(thread.empty)).toBeVisible();
  await page.getByLabel(thread.label, { exact: true }).fill('Which three languages?');
  await page.getByRole('button', { name: thread.send }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(page.locator('#thread li')).toHaveCount(1);
});

test('marks an invoice as paid after one question, clears notifications, and sets email preferences', async ({
  page,
}) => {
  await page.goto('/portal/invoices');
  const row = rowOf(page, 'INV-1042');
  const dialog = page.getByRole('dialog', { name: fill(invoices.ask.title, { invoice: 'INV-1042' }) });
  for (const [end, status] of [
    [invoices.withdraw, invoices.statuses.pending],
    [null, invoices.statuses.reported],
  ] as const) {
    await row.getByRole('button', { name: invoices.markPaid }).click();
    await dialog.getByRole('button', { name: invoices.markPaid }).click();
    await expect(row).toContainText(invoices.statuses.reported);
    await expect(page.getByRole('button', { name: invoices.markPaid })).toHaveCount(0);
    if (end !== null) await row.getByRole('button', { name: end }).click();
    await expect(row).toContainText(status);
  }

  await page.goto('/portal');
  await page.getByRole('button', { name: notifications.clearAll }).click();
  await expect(page.getByText(notifications.empty)).toBeVisible();

  await page.goto('/portal/settings');
  await page.getByRole('radio', { name: settingsPage.choices.none }).check();
  await page.getByRole('button', { name: settingsPage.save }).click();
  await expect(page.getByText(settingsPage.saved)).toBeVisible();
});

// Last: afterwards the limit of this studio is exhausted for a while.
test('stores a hundred messages in a quarter of an hour, and keeps the text of the next one', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 429/);
  await page.goto('/portal/messages');
  const form = page.locator('form[data-message-form]');
  const projectId = (await form.getAttribute('data-message-form')) ?? '';
  const headers = { origin: new URL(page.url()).origin, accept: 'application/json' };
  const sendOne = async (n: number) => {
    const sent = { projectId, messageId: randomUUID(), content: `Note ${n}` };
    const answer = await page.request.post('/portal/messages?do=send-message', { form: sent, headers });
    return answer.status();
  };
  const statuses = [];
  for (let n = 0; n < 101; n += 1) statuses.push(await sendOne(n));
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  const box = page.getByLabel(thread.label, { exact: true });
  await box.fill('One more.');
  await page.getByRole('button', { name: thread.send }).click();
  await expect(page.getByRole('alert')).toHaveText(content.system.refused.tooManyWrites);
  await expect(box).toHaveValue('One more.');
});

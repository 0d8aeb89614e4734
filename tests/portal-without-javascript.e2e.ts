import { expect, rowOf, test } from './harness/client.ts';

test.describe.configure({ mode: 'default' });
test.use({ studioName: 'portal without JavaScript', javaScriptEnabled: false });

test('a message is sent, and a refused one keeps what was typed', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  await page.goto('/portal/messages');
  const box = page.getByLabel('Message', { exact: true });
  const send = page.getByRole('button', { name: 'Send' });
  const messages = page.locator('#thread li');
  const before = await messages.count();

  await box.fill('Version 3 holds.');
  await send.click();
  await expect(messages).toHaveCount(before + 1);
  await expect(messages.last()).toContainText('Version 3 holds.');
  await expect(box).toHaveValue('');

  await box.fill(' \n ');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Please write something first.');
  const long = `\n${'x'.repeat(20_000)}`;
  await box.fill(long);
  await send.click();
  await expect(page.getByRole('alert')).toContainText('longer than 20,000 characters');
  await expect(box).toHaveValue(long);
  await page.goto('/portal/messages');
  await expect(messages).toHaveCount(before + 1);
});

test('another project’s thread opens by its link, empty until somebody writes', async ({ page }) => {
  await page.goto('/portal/messages');
  await page.getByRole('link', { name: 'Harbour museum guide' }).click();
  await expect(page.getByText('Write to the team and a person will answer within 24 hours.')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Which three languages?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Harbour museum guide');
  await expect(page.locator('#thread li')).toHaveCount(1);
});

test('an invoice is marked paid, notifications are cleared, mails are chosen', async ({ page }) => {
  await page.goto('/portal/invoices');
  await rowOf(page, 'INV-1042').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(rowOf(page, 'INV-1042')).toContainText('reported by you');
  await expect(page.getByRole('button', { name: 'Mark Paid' })).toHaveCount(0);

  await page.goto('/portal');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('No notifications. The plate is still.')).toBeVisible();

  await page.goto('/portal/settings');
  await page.getByRole('radio', { name: 'No mails' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});

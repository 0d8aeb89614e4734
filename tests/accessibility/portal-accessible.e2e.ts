import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { expect, test } from '../harness/client.ts';
import { content } from '../harness/content.ts';

const screens = ['/portal', '/portal/projects', '/portal/messages', '/portal/invoices', '/portal/settings'];

for (const path of screens) {
  test(`shows ${path} accessibly, no wider than the window`, async ({ page }) => {
    await page.goto(path);
    await expectAccessibleEverywhere(page);
  });
}

test('shows the confirmation of a payment report accessibly, no wider than the window', async ({ page }) => {
  await page.goto('/portal/invoices');
  await page.getByRole('button', { name: content.portal.invoices.markPaid }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('shows an invoice accessibly, no wider than the window', async ({ page }) => {
  await page.goto('/portal/invoices');
  await page.getByRole('link', { name: 'INV-1042' }).click();
  await expect(page).toHaveURL(/\/portal\/invoices\/[\da-f-]+$/);
  await expectAccessibleEverywhere(page);
});

test('shows a refused message accessibly', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  await page.goto('/portal/messages');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please write a message first.');
  await expectAccessibleEverywhere(page);
});

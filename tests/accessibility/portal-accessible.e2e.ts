import { expectAccessibleEverywhere } from '../harness/accessibility.ts';
import { expect, test } from '../harness/client.ts';
import { content } from '../harness/content.ts';

const screens = ['/portal', '/portal/projects', '/portal/messages', '/portal/invoices', '/portal/settings'];

for (const path of screens) {
  test(`${path} is accessible, and no wider than the window`, async ({ page }) => {
    await page.goto(path);
    await expectAccessibleEverywhere(page);
  });
}

test('the question before a payment is reported is accessible, and no wider than the window', async ({
  page,
}) => {
  await page.goto('/portal/invoices');
  await page.getByRole('button', { name: content.portal.invoices.markPaid }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleEverywhere(page);
});

test('an invoice is accessible, and no wider than the window', async ({ page }) => {
  await page.goto('/portal/invoices');
  await page.getByRole('link', { name: 'INV-1042' }).click();
  await expect(page).toHaveURL(/\/portal\/invoices\/[\da-f-]+$/);
  await expectAccessibleEverywhere(page);
});

test('a refused message is accessible', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  await page.goto('/portal/messages');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please write a message first.');
  await expectAccessibleEverywhere(page);
});

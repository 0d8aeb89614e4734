import type { Locator } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expect, rowOf, test } from '../harness/client.ts';
import { content } from '../harness/content.ts';

const { portal: words } = content;

// One sample studio serves the whole file, in this order.
test.describe.configure({ mode: 'default' });

test('shows the buttons below an invoice at one height', async ({ page }) => {
  await page.goto('/portal/invoices');
  await rowOf(page, 'INV-1042').getByRole('link', { name: 'INV-1042' }).click();
  await page.waitForURL(/\/portal\/invoices\/./);
  const { markPaid } = words.invoices;
  const heightOf = (control: Locator) => control.evaluate((node) => node.getBoundingClientRect().height);
  const button = await heightOf(page.getByRole('button', { name: markPaid, exact: true }).first());
  expect(await heightOf(page.getByRole('link', { name: words.invoice.pdf }))).toBe(button);
});

test(
  'marks a pending invoice as paid after one question, as unconfirmed on every page, and can withdraw that',
  { tag: '@default' },
  async ({ page }) => {
    const { markPaid, markOverdue, withdraw, statuses, ask, reportedSum, paidIn, pending } = words.invoices;
    const row = rowOf(page, 'INV-1042');
    const button = page.getByRole('button', { name: markPaid, exact: true });
    const sumOf = (title: string) => page.getByRole('main').locator('dl > div').filter({ hasText: title });
    await page.goto('/portal/invoices');
    await expect(row).toContainText('$2,500.00');
    await expect(button).toHaveCount(1);
    await expect(rowOf(page, 'INV-1031')).toContainText(statuses.overdue);
    await expect(
      rowOf(page, 'INV-1031').getByRole('button', { name: markOverdue, exact: true }),
    ).toBeVisible();
    const paid = await sumOf(fill(paidIn, { year: '' })).innerText();

    const dialog = page.getByRole('dialog', { name: fill(ask.title, { invoice: 'INV-1042' }) });
    await row.getByRole('button', { name: markPaid }).click();
    await dialog.getByRole('button', { name: ask.cancel }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(statuses.pending);

    await row.getByRole('button', { name: markPaid }).click();
    await dialog.getByRole('button', { name: markPaid }).click();
    await expect(row).toContainText(statuses.reported);
    await expect(button).toHaveCount(0);
    await expect(sumOf(reportedSum)).toContainText('$2,500.00');
    await expect(sumOf(pending)).toContainText(words.invoices.counts[0] ?? '');
    expect(await sumOf(fill(paidIn, { year: '' })).innerText()).toBe(paid);

    await row.getByRole('link', { name: 'INV-1042' }).click();
    await expect(page.getByRole('article')).toContainText(statuses.reported);
    await page.goto('/portal');
    await expect(page.getByText('A mix and an invoice are waiting for you.')).toBeVisible();
    await expect(page.locator('#waiting li').filter({ hasText: 'INV-1042' })).toContainText(
      statuses.reported,
    );

    await page.goto('/portal/invoices');
    await row.getByRole('button', { name: withdraw }).click();
    await expect(row).toContainText(statuses.pending);
    await expect(button).toHaveCount(1);
  },
);

test('uses other labels for the payment of an overdue invoice, and the same confirmation', async ({
  page,
}) => {
  const { markPaid, markOverdue, withdraw, statuses } = words.invoices;
  const row = rowOf(page, 'INV-1031');
  await page.goto('/portal/invoices');
  await expect(row.getByRole('button', { name: markPaid })).toHaveCount(0);
  await row.getByRole('button', { name: markOverdue }).click();
  await page.getByRole('dialog').getByRole('button', { name: markOverdue }).click();
  await expect(row).toContainText(statuses.reported);
  await row.getByRole('button', { name: withdraw }).click();
  await expect(row).toContainText(statuses.overdue);
});

test('reports and withdraws the payment on an invoice’s own page, too, without leaving it', async ({
  page,
}) => {
  const { markPaid, withdraw, statuses } = words.invoices;
  await page.goto('/portal/invoices');
  await page.getByRole('link', { name: 'INV-1042' }).click();
  const { pathname } = new URL(page.url());
  const sheet = page.getByRole('article');
  await expect(sheet).toContainText(statuses.pending);
  const button = page.getByRole('button', { name: markPaid });
  await expect(button).toHaveAccessibleDescription(fill(words.invoice.title, { invoice: 'INV-1042' }));
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: markPaid }).click();
  await expect(sheet).toContainText(statuses.reported);
  await expect(button).toHaveCount(0);
  await page.getByRole('button', { name: withdraw }).click();
  await expect(sheet).toContainText(statuses.pending);
  expect(new URL(page.url()).pathname).toBe(pathname);
});

test(
  'prints an invoice on one sheet of paper without the surrounding page, and as a PDF',
  { tag: '@default' },
  async ({ page }) => {
    await page.goto('/portal/invoices');
    await page.getByRole('link', { name: 'INV-1031' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      fill(words.invoice.title, { invoice: 'INV-1031' }),
    );
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: words.invoice.pdf })).toHaveCount(0);
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: words.invoice.pdf }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('INV-1031.pdf');
  },
);

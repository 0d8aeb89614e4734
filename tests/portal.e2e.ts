import type { Page } from '@playwright/test';
import { expect, rowOf, test } from './harness/client.ts';

// One sample studio serves the whole file, in this order.
test.describe.configure({ mode: 'default' });

const messages = (page: Page) => page.locator('#thread li');

async function openThread(page: Page) {
  await page.goto('/portal/messages');
  const projects = page.getByRole('navigation', { name: 'Projects' });
  await projects.getByRole('link', { name: 'Tidewater, reel 3' }).click();
  return {
    box: page.getByLabel('Message', { exact: true }),
    send: page.getByRole('button', { name: 'Send' }),
  };
}

test('the dashboard begins with what is nearest and what waits', async ({ page }) => {
  await page.goto('/portal');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Good (morning|afternoon|evening), Runa$/,
  );
  await expect(page.getByText('Three things wait for you: a mix and two invoices.')).toBeVisible();
  const projects = page.getByRole('region', { name: 'Projects', exact: true });
  await expect(projects.getByRole('article').getByRole('link')).toHaveText([
    'Tidewater, reel 3',
    'Small Hours, season 3',
    'Ferrous sonic logo',
  ]);
  await expect(projects.getByRole('link', { name: 'All six projects' })).toHaveAttribute(
    'href',
    '/portal/projects',
  );
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByRole('listitem')).toContainText([
    'Tidewater_R3_mix_v2.wav',
    'INV-1031, $960.00',
    'INV-1042, $2,500.00',
  ]);
  await expect(waiting.getByText(/^Past its due date, \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(page.getByText('Sample data. Names and figures are invented.')).toBeVisible();
});

test('the board has four columns, with each project as a link to its page', async ({ page }) => {
  await page.goto('/portal/projects');
  const columns = page.locator('section[aria-labelledby^=column-]');
  await expect(columns.getByRole('heading', { level: 2 })).toHaveText([
    'Backlog',
    'In progress',
    'Review',
    'Delivered',
  ]);
  const inProgress = page.getByRole('region', { name: 'In progress', exact: true });
  await expect(inProgress.getByRole('article').getByRole('link')).toHaveText([
    'Small Hours, season 3',
    'Ferrous sonic logo',
  ]);
  await expect(page.getByText('Finished projects stay here with their files.')).toBeVisible();
  await page.getByRole('link', { name: 'Tidewater, reel 3' }).click();
  await expect(page).toHaveURL(/\/portal\/projects\/[0-9a-f-]{36}$/);
});

test('a message is sent without leaving the page, and shown as typed', async ({ page }) => {
  const { box, send } = await openThread(page);
  const typed = '<img src=x onerror=alert(1)> & "Grüße"\n\u202eסוף {name} $&';
  const before = await messages(page).count();
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  await box.fill(typed);
  await send.click();
  await expect(messages(page)).toHaveCount(before + 1);
  await expect(messages(page).last()).toContainText('You, Today');
  expect(await messages(page).last().locator('p').last().textContent()).toBe(typed);
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true);
  await page.reload();
  await expect(messages(page)).toHaveCount(before + 1);
  await expect(page.locator('#thread img')).toHaveCount(0);
});

test('a blank message is refused in a sentence, and nothing is stored', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  const { box, send } = await openThread(page);
  const before = await messages(page).count();
  await box.fill('  \n ');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText('Please write something first.');
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await box.fill('x'.repeat(20_001));
  await expect(page.getByRole('alert')).toHaveText('');
  await send.click();
  await expect(page.getByRole('alert')).toContainText('longer than 20,000 characters');
  await expect(box).toHaveValue('x'.repeat(20_001));
  await box.fill('');
  await page.reload();
  await expect(messages(page)).toHaveCount(before);
});

test('what was typed survives failures and a reload, and is stored once', async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED|status of 503/);
  const { box, send } = await openThread(page);
  const before = await messages(page).count();
  const post = '**/portal/messages?*do=send-message';
  await page.route(post, (route) => route.abort());
  await box.fill('Version 3 holds.');
  await send.click();
  await expect(page.getByRole('alert')).toContainText('did not get through');
  await expect(box).toHaveValue('Version 3 holds.');

  // The message arrives, its answer does not.
  await page.unroute(post);
  await page.route(post, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '<html>' });
  });
  await send.click();
  await expect(page.getByRole('alert')).toContainText('did not get through');
  await page.unroute(post);
  await page.reload();
  await expect(box).toHaveValue('Version 3 holds.');
  await expect(page.getByRole('alert')).toContainText('was not sent yet');
  await send.click();
  await expect(box).toHaveValue('');
  await expect(messages(page)).toHaveCount(before + 1);
  await page.reload();
  await expect(box).toHaveValue('');
  await expect(messages(page)).toHaveCount(before + 1);
});

test('a message may be sent with the keyboard alone', async ({ page }) => {
  const { box } = await openThread(page);
  const before = await messages(page).count();
  await box.focus();
  await page.keyboard.type('One');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await page.keyboard.press('Control+Enter');
  await expect(messages(page)).toHaveCount(before + 1);
  await expect(messages(page).last()).toContainText('One\nTwo');
});

test('only a pending invoice can be marked paid, and then says by whom', async ({ page }) => {
  await page.goto('/portal/invoices');
  await expect(rowOf(page, 'INV-1042')).toContainText('$2,500.00');
  const button = page.getByRole('button', { name: 'Mark Paid', exact: true });
  await expect(button).toHaveCount(1);
  await rowOf(page, 'INV-1042').getByRole('button', { name: 'Mark Paid' }).click();
  await expect(rowOf(page, 'INV-1042')).toContainText('Paidreported by you');
  await expect(button).toHaveCount(0);
  await expect(rowOf(page, 'INV-1031')).toContainText('Overdue');
  await expect(page.getByText('no invoices')).toBeVisible();
  await page.goto('/portal');
  await expect(page.getByText('Two things wait for you: a mix and an invoice.')).toBeVisible();
});

test('an invoice prints on one sheet without the page around it, and comes as a PDF', async ({ page }) => {
  await page.goto('/portal/invoices');
  await page.getByRole('link', { name: 'INV-1031' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoice INV-1031');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Download as PDF' })).toHaveCount(0);
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheets.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('INV-1031.pdf');
});

test('notifications are cleared one by one and all at once', async ({ page }) => {
  await page.goto('/portal');
  const region = page.getByRole('region', { name: 'Notifications' });
  const bell = page.getByRole('link', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications, 3 new');
  await region.getByRole('button', { name: 'Clear “Ada replied to a comment at 0:13.4' }).click();
  await expect(region.getByRole('listitem')).toHaveCount(2);
  await expect(bell).toHaveAccessibleName('Notifications, 2 new');
  await region.getByRole('button', { name: 'Clear all' }).click();
  await expect(region.getByText('No notifications. The plate is still.')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications, none new');
  await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')).toHaveCount(2);
});

test('how one hears of things is a choice that stays', async ({ page }) => {
  await page.goto('/portal');
  await page.getByRole('link', { name: 'How we write to you' }).click();
  await expect(page.getByRole('radio', { name: 'At once' })).toBeChecked();
  await page.getByRole('radio', { name: 'Once a day' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await page.goto('/portal/settings');
  await expect(page.getByRole('radio', { name: 'Once a day' })).toBeChecked();
});

test('what is not there, or somebody else’s, is not found', async ({ page, faults }) => {
  faults.allow(/status of 404/);
  const id = '0190a5b5-7a1e-7000-8000-000000000000';
  for (const path of [`invoices/${id}`, `invoices/${id}/pdf`, `messages?project=${id}`, 'messages?project=x'])
    expect((await page.goto(`/portal/${path}`))?.status(), path).toBe(404);
  const posts = [
    ['/portal/messages?do=send-message', { projectId: id, messageId: id, content: 'x' }],
    ['/portal/invoices?do=mark-paid', { invoiceId: id }],
    ['/portal?do=clear-notifications', { notificationId: id }],
  ] as const;
  for (const [path, form] of posts)
    expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(404);
});

import type { Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { expect, test } from '../harness/client.ts';
import { content, entryWith } from '../harness/content.ts';

const { portal: words, sample } = content;
const { answers, board, dashboard, messages: thread, notifications, settingsPage, statuses } = words;
const [runa] = entryWith(sample.clients, 'key', 'runa').name.split(' ');
const projectName = (number: number) => entryWith(sample.projects, 'number', number).name;
const mix = entryWith(entryWith(sample.projects, 'number', 214).files, 'key', 'mix-v2');
const greetings = Object.values(words.greetings).map((greeting) => fill(greeting, { name: runa ?? '' }));

// One sample studio serves the whole file, in this order.
test.describe.configure({ mode: 'default' });

const messages = (page: Page) => page.locator('#thread li');

async function openThread(page: Page) {
  await page.goto('/portal/messages');
  const projects = page.getByRole('navigation', { name: thread.projects });
  await projects.getByRole('link', { name: projectName(214) }).click();
  return {
    box: page.getByLabel(thread.label, { exact: true }),
    send: page.getByRole('button', { name: thread.send }),
  };
}

test(
  'begins the dashboard with the nearest dates and the pending items',
  { tag: '@default' },
  async ({ page }) => {
    await page.goto('/portal');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(`^(${greetings.join('|')})$`),
    );
    await expect(page.getByText('A mix and two invoices are waiting for you.')).toBeVisible();
    const projects = page.getByRole('region', { name: dashboard.projects, exact: true });
    await expect(projects.getByRole('article').getByRole('link')).toHaveText([
      projectName(214),
      projectName(221),
      projectName(226),
    ]);
    await expect(
      projects.getByRole('link', { name: fill(dashboard.allProjects, { count: 'six' }) }),
    ).toHaveAttribute('href', '/portal/projects');
    const waiting = page.getByRole('region', { name: dashboard.waiting });
    await expect(waiting.getByRole('listitem')).toContainText([
      'INV-1031, $960.00',
      mix.name,
      'INV-1042, $2,500.00',
    ]);
    await expect(
      waiting.getByText(new RegExp(`^${fill(dashboard.pastDue, { day: '\\d+ \\w+ \\d{4}' })}$`)),
    ).toBeVisible();
    await expect(page.getByText(words.sample)).toBeVisible();
  },
);

test('shows four columns on the board, with each project as a link to its page', async ({ page }) => {
  await page.goto('/portal/projects');
  const columns = page.locator('section[aria-labelledby^=column-]');
  await expect(columns.getByRole('heading', { level: 2 })).toHaveText(Object.values(statuses));
  const inProgress = page.getByRole('region', { name: statuses['in-progress'], exact: true });
  await expect(inProgress.getByRole('article').getByRole('link')).toHaveText([
    projectName(221),
    projectName(226),
  ]);
  await expect(page.getByText(board.delivered)).toBeVisible();
  await page.getByRole('link', { name: projectName(214) }).click();
  await expect(page).toHaveURL(/\/portal\/projects\/[0-9a-f-]{36}$/);
});

test("places carried comments of the sample's newer version where the comparison found them", async ({
  page,
}) => {
  await page.goto('/portal/projects');
  await page
    .getByRole('main')
    .getByRole('link', { name: projectName(214) })
    .first()
    .click();
  const { from, unchecked } = content.project.player.carried;
  await expect(page.getByText(fill(from, { number: '1' }), { exact: true })).toBeVisible();
  await expect(page.getByText(fill(unchecked, { number: '1' }))).toHaveCount(0);
});

test(
  'sends a message without leaving the page, and shows it as typed',
  { tag: '@default' },
  async ({ page }) => {
    const { box, send } = await openThread(page);
    const typed = '<img src=x onerror=alert(1)> & "Grüße"\n\u202eסוף {name} $&';
    const before = await messages(page).count();
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await box.fill(typed);
    await send.click();
    await expect(messages(page)).toHaveCount(before + 1);
    await expect(messages(page).last()).toContainText(`${thread.you}, ${words.today}`);
    expect(await messages(page).last().locator('p').last().textContent()).toBe(typed);
    await expect(box).toHaveValue('');
    await expect(box).toBeFocused();
    expect(await page.evaluate(() => 'stays' in globalThis)).toBe(true);
    await page.reload();
    await expect(messages(page)).toHaveCount(before + 1);
    await expect(page.locator('#thread img')).toHaveCount(0);
  },
);

test('refuses a blank message with a sentence, and stores nothing', async ({ page, faults }) => {
  faults.allow(/status of 422/);
  const { box, send } = await openThread(page);
  const before = await messages(page).count();
  await box.fill('  \n ');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(thread.blank);
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await box.fill('x'.repeat(20_001));
  await expect(page.getByRole('alert')).toHaveText('');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(thread.tooLong);
  await expect(box).toHaveValue('x'.repeat(20_001));
  await box.fill('');
  await page.reload();
  await expect(messages(page)).toHaveCount(before);
});

test('keeps the typed text after failures and a reload, and stores it once', async ({ page, faults }) => {
  faults.allow(/net::ERR_FAILED|status of 503/);
  const { box, send } = await openThread(page);
  const before = await messages(page).count();
  const post = '**/portal/messages?*do=send-message';
  await page.route(post, (route) => route.abort());
  await box.fill('Version 3 holds.');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(`${answers.none} ${thread.unreachable}`);
  await expect(box).toHaveValue('Version 3 holds.');

  // The message arrives, its response does not.
  await page.unroute(post);
  await page.route(post, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '<html>' });
  });
  await send.click();
  const answered = fill(answers.status, { status: '503' });
  await expect(page.getByRole('alert')).toHaveText(`${answered} ${thread.unreachable}`);
  await page.unroute(post);
  await page.reload();
  await expect(box).toHaveValue('Version 3 holds.');
  await expect(page.getByRole('alert')).toHaveText(thread.kept);
  await send.click();
  await expect(box).toHaveValue('');
  await expect(messages(page)).toHaveCount(before + 1);
  await page.reload();
  await expect(box).toHaveValue('');
  await expect(messages(page)).toHaveCount(before + 1);
});

test('sends a message with the keyboard alone', async ({ page }) => {
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

test('clears notifications one by one and all at once', { tag: '@default' }, async ({ page }) => {
  await page.goto('/portal');
  const region = page.getByRole('region', { name: notifications.title });
  const newOnes = (count: number) => fill(words.bell.some, { count: `${count}` });
  const reply = fill(notifications['reply-received'], { author: 'Ada', at: '0:13.4' });
  const bell = page.getByRole('link', { name: new RegExp(`^${notifications.title}`) });
  await expect(bell).toHaveAccessibleName(newOnes(3));
  await region
    .getByRole('button', { name: fill(notifications.clearOne, { notification: reply }).slice(0, -1) })
    .click();
  await expect(region.getByRole('listitem').filter({ has: page.getByRole('button') })).toHaveCount(2);
  await expect(bell).toHaveAccessibleName(newOnes(2));
  await region.getByRole('button', { name: notifications.clearAll }).click();
  await expect(region.getByText(notifications.empty)).toBeVisible();
  await expect(bell).toHaveAccessibleName(words.bell.none);
  await expect(page.getByRole('region', { name: dashboard.waiting }).getByRole('listitem')).toHaveCount(3);
});

test('stores notification preferences', async ({ page }) => {
  await page.goto('/portal');
  await page.getByRole('link', { name: notifications.settings }).click();
  await expect(page.getByRole('radio', { name: settingsPage.choices['at-once'] })).toBeChecked();
  await page.getByRole('radio', { name: settingsPage.choices.daily }).check();
  await page.getByRole('button', { name: settingsPage.save }).click();
  await expect(page.getByRole('status').filter({ hasText: settingsPage.saved })).toBeVisible();
  await page.goto('/portal/settings');
  await expect(page.getByRole('radio', { name: settingsPage.choices.daily })).toBeChecked();
});

test('responds with not found for missing objects and other people’s objects', async ({ page, faults }) => {
  faults.allow(/status of 404/);
  const id = '0190a5b5-7a1e-7000-8000-000000000000';
  const paths = [
    `invoices/${id}`,
    `invoices/${id}/pdf`,
    'messages?project=x',
    `messages?project=${id}`,
    `files/${id}`,
    `files/${id}/report`,
    `files/${id}/report.pdf`,
    `files/${id}/markers.rpp`,
    `projects/${id}/files.zip`,
    `projects/${id}/delivery.pdf`,
    `sent-files/${id}`,
  ];
  for (const path of paths) {
    expect((await page.goto(`/portal/${path}`))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(content.system.notFound.title);
  }
  const posts = [
    ['/portal/messages?do=send-message', { projectId: id, messageId: id, content: 'x' }],
    ['/portal/invoices?do=mark-paid', { invoiceId: id }],
    ['/portal/invoices?do=withdraw-payment', { invoiceId: id }],
    ['/portal?do=clear-notifications', { notificationId: id }],
  ] as const;
  for (const [path, form] of posts)
    expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(404);
});

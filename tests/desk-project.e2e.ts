import { expect, test } from './harness/desk.ts';

test('a project is begun for a client, and what is wrong is said with the typed text kept', async ({
  page,
  faults,
}) => {
  faults.allow(/status of 422/);
  await page.goto('/desk/projects/new');
  await page.getByLabel('Name', { exact: true }).fill('Fjord <b>score</b> “mix”');
  await page.getByLabel('Progress in percent').fill('101');
  await page.getByRole('button', { name: 'Begin the project' }).click();
  await expect(page.getByText('Please choose a client.')).toBeVisible();
  await expect(page.getByText('Please enter a whole number from 0 to 100.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Fjord <b>score</b> “mix”');
  await page.getByLabel('Client').selectOption({ label: 'Runa Vestergaard, runa@sample.example' });
  await page.getByLabel('Progress in percent').fill('5');
  await page.getByRole('button', { name: 'Begin the project' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjord <b>score</b> “mix”');
});

test('status, progress and due date are edited; an edit of something older keeps what was typed', async ({
  page,
  project,
  act,
  faults,
}) => {
  faults.allow(/status of 409/);
  await page.goto(project.path);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByLabel('Status').selectOption('review');
  await details.getByLabel('Progress in percent').fill('82');
  await details.getByLabel('Due date').fill('2026-12-04');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('due 4 Dec 2026')).toBeVisible();
  await expect(page.getByText('82%').first()).toBeVisible();
  await expect(details.getByLabel('Status')).toHaveValue('review');
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    'moved it from Backlog to Review',
  );

  await act('/desk/projects?do=move', { projectId: project.id, status: 'delivered', version: '2' });
  await details.getByLabel('Description').fill('What I was typing');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Nothing was saved');
  await expect(page.getByText('As it is now:')).toContainText('Delivered');
  await expect(details.getByLabel('Description')).toHaveValue('What I was typing');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing' })).toHaveCount(0);
  await expect(details.getByLabel('Description')).toHaveValue('What I was typing');
});

test('milestones are added, put in order, changed, done, opened again and removed', async ({
  page,
  project,
}) => {
  await page.goto(project.path);
  const panel = page.getByRole('region', { name: 'Milestones' });
  const titles = panel.locator('ol > li > p:first-child');
  for (const title of ['Spotting session', 'Delivery']) {
    await panel.getByText('Add a milestone').click();
    await panel.locator('#new-title').fill(title);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(titles.last()).toHaveText(title);
  }
  await panel.locator('summary[aria-label="Change: Delivery"]').click();
  await panel.getByRole('button', { name: 'Move up: Delivery' }).click();
  await expect(titles).toHaveText(['Delivery', 'Spotting session']);
  await panel.locator('summary[aria-label="Change: Delivery"]').click();
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Delivery' })
    .getByLabel('Title')
    .fill('Final delivery');
  await panel
    .getByRole('listitem')
    .filter({ hasText: 'Delivery' })
    .getByRole('button', { name: 'Save' })
    .click();
  await panel.getByRole('button', { name: 'Mark done: Final delivery' }).click();
  await expect(panel.getByText(/^Done, /)).toHaveCount(1);
  await panel.getByRole('button', { name: 'Open again: Final delivery' }).click();
  await expect(panel.getByText(/^Done, /)).toHaveCount(0);
  await panel.locator('summary[aria-label="Change: Spotting session"]').click();
  await panel.getByRole('button', { name: 'Remove: Spotting session' }).click();
  await expect(titles).toHaveText(['Final delivery']);
});

test('the team writes to the client without leaving the page', async ({ page, project }) => {
  await page.goto(project.path);
  await page.getByRole('textbox', { name: 'Message' }).fill('Version 2 is up.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Version 2 is up.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
});

test('a recording plays at the desk, and the team comments on it', async ({ page }) => {
  await page.goto('/desk/projects?q=P-214');
  await page.getByRole('link', { name: 'Tidewater, reel 3' }).click();
  await page.getByRole('link', { name: 'Listen to Tidewater_sketch_B.wav' }).click();
  const player = page.locator('[data-player]');
  await expect(player).toContainText('Tidewater_sketch_B.wav');
  const remark = `Tape hiss is wanted here, ${Date.now()}`;
  await player.getByRole('textbox', { name: /^Comment/ }).fill(remark);
  await player.getByRole('button', { name: 'Add comment' }).click();
  const comment = player.getByRole('listitem').filter({ hasText: remark });
  await expect(comment).toContainText('Ada Brandt');
  await comment.getByRole('button', { name: /^Mark done/ }).click();
  await expect(comment).toContainText('Done');
  await expect(page).toHaveURL(/\/desk\/projects\//);
});

test('an invoice is issued, paid or voided, and the exports hold it', async ({
  page,
  project,
  team,
  faults,
}) => {
  faults.allow(/status of (422|409)/);
  await page.goto(project.path);
  const panel = page.getByRole('region', { name: 'Invoices' });
  const issue = async (description: string, amount: string) => {
    await panel.getByLabel('What it is for').fill(description);
    await panel.getByLabel('Amount in US dollars').fill(amount);
    await panel.getByLabel('Due date').fill('2099-12-12');
    await panel.getByRole('button', { name: 'Issue', exact: true }).click();
  };
  await panel.getByText('Issue an invoice').click();
  await issue('=1+1 first instalment', '2.500,00');
  await expect(panel.getByText('Please enter an amount like 2,500.00')).toBeVisible();
  await expect(panel.getByLabel('What it is for')).toHaveValue('=1+1 first instalment');
  await issue('=1+1 first instalment', '2,500.00');
  const first = panel.getByRole('row').filter({ hasText: 'first instalment' });
  await expect(first).toContainText('Pending');
  await expect(first).toContainText('$2,500.00');
  await panel.getByText('Issue an invoice').click();
  await issue('second instalment', '960');
  const second = panel.getByRole('row').filter({ hasText: 'second instalment' });

  await first.getByRole('button', { name: /^Record payment of INV-\d+$/ }).click();
  await expect(first).toContainText('Paid');
  await expect(first.getByRole('button')).toHaveCount(0);

  await second.locator('summary').click();
  await second.getByRole('button', { name: /^Void for good: INV-\d+$/ }).click();
  await expect(second.getByText('Please give a reason.')).toBeVisible();
  await second.getByLabel('Reason').fill('Sent twice');
  await second.getByRole('button', { name: /^Void for good: INV-\d+$/ }).click();
  await expect(second).toContainText('Void');
  await expect(second).toContainText('Sent twice');

  await page.goto('/desk/invoices?state=void');
  await expect(page.getByRole('row').filter({ hasText: project.name })).toContainText('Sent twice');
  const csv = await (await team.get('/desk/invoices.csv')).text();
  expect(csv).toContain(`"'=1+1 first instalment"`);
  const json = (await (await team.get('/desk/invoices.json')).json()) as Record<string, string>[];
  const own = json.filter((invoice) => invoice['projectName'] === project.name);
  expect(own.map(({ status, amount, description }) => ({ status, amount, description }))).toEqual([
    { status: 'paid', amount: '2500.00', description: '=1+1 first instalment' },
    { status: 'void', amount: '960.00', description: 'second instalment' },
  ]);
});

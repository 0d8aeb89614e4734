import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { expect, sampleClient, test } from '../harness/desk.ts';

const {
  activity,
  create,
  details: words,
  errors,
  files,
  invoices,
  milestones,
  statuses,
} = content['desk-projects'];
const {
  'invoice-form': writing,
  project: portal,
  portal: { messages },
  sample,
} = content;
const tidewater = entryWith(sample.projects, 'number', 214);
const sketch = entryWith(tidewater.files, 'key', 'sketch-b');
const member = entryWith(sample.team, 'key', 'ada').name;
/** A name with a number assigned by the studio, such as "Record payment of {invoice}". */
const ofInvoice = (template: string) => new RegExp(`^${fill(template, { invoice: 'INV-\\d+' })}$`);
const ofMilestone = (template: string, milestone: string) => fill(template, { milestone });

test(
  'creates a project for a client, and explains errors with the typed text kept',
  { tag: '@default' },
  async ({ page, faults }) => {
    faults.allow(/status of 422/);
    await page.goto('/desk/projects/new');
    await page.getByLabel(words.name, { exact: true }).fill('Fjord <b>score</b> “mix”');
    await page.getByLabel(words.progress).fill('101');
    await page.getByRole('button', { name: create.submit }).click();
    await expect(page.getByText(errors.client)).toBeVisible();
    await expect(page.getByText(errors.progress)).toBeVisible();
    await expect(page.getByLabel(words.name, { exact: true })).toHaveValue('Fjord <b>score</b> “mix”');
    await page
      .getByLabel(words.client)
      .selectOption({ label: `${sampleClient.name}, ${sampleClient.email}` });
    await page.getByLabel(words.progress).fill('5');
    await page.getByRole('button', { name: create.submit }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjord <b>score</b> “mix”');
  },
);

test('edits status, progress and due date; an outdated edit keeps the typed text', async ({
  page,
  project,
  act,
  faults,
}) => {
  faults.allow(/status of 409/);
  await page.goto(project.path);
  const details = page.getByRole('region', { name: words.title });
  await details.getByLabel(words.status).selectOption('review');
  await details.getByLabel(words.progress).fill('82');
  await details.getByLabel(words.due).fill('2026-12-04');
  await details.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(fill(content['desk-projects'].board.due, { day: '4 Dec 2026' }))).toBeVisible();
  await expect(page.getByText('82%').first()).toBeVisible();
  await expect(details.getByLabel(words.status)).toHaveValue('review');
  await expect(page.getByRole('region', { name: activity.title })).toContainText(
    fill(activity.kinds['project-moved'], { from: statuses.backlog, to: statuses.review }),
  );

  const move = { projectId: project.id, status: 'delivered', version: '2' };
  await act('/desk/projects?do=move', { ...move, sure: 'yes', email: 'no' });
  await details.getByLabel(words.description).fill('What I was typing');
  await details.getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('alert').first()).toContainText(words.stale);
  await expect(page.getByText(words.now.split('{')[0] ?? '')).toContainText(statuses.delivered);
  await expect(details.getByLabel(words.description)).toHaveValue('What I was typing');
  await details.getByRole('button', { name: words.save }).click();
  await expect(page.getByRole('alert').filter({ hasText: words.stale })).toHaveCount(0);
  await expect(details.getByLabel(words.description)).toHaveValue('What I was typing');
});

test(
  'adds, reorders, edits, completes, reopens and removes milestones',
  { tag: '@default' },
  async ({ page, project }) => {
    await page.goto(project.path);
    const panel = page.getByRole('region', { name: milestones.title });
    const titles = panel.locator('ol > li > p:first-child');
    const changeOf = (milestone: string) =>
      panel.locator(`summary[aria-label="${ofMilestone(milestones.changeName, milestone)}"]`);
    for (const title of ['Spotting session', 'Delivery']) {
      await panel.getByText(milestones.add).click();
      await panel.locator('#new-title').fill(title);
      await panel.getByRole('button', { name: milestones.submit, exact: true }).click();
      await expect(titles.last()).toHaveText(title);
    }
    await changeOf('Delivery').click();
    await panel.getByRole('button', { name: ofMilestone(milestones.upName, 'Delivery') }).click();
    await expect(titles).toHaveText(['Delivery', 'Spotting session']);
    await changeOf('Delivery').click();
    await panel
      .getByRole('listitem')
      .filter({ hasText: 'Delivery' })
      .getByLabel(milestones.name)
      .fill('Final delivery');
    await panel
      .getByRole('listitem')
      .filter({ hasText: 'Delivery' })
      .getByRole('button', { name: milestones.save })
      .click();
    await panel.getByRole('button', { name: ofMilestone(milestones.completeName, 'Final delivery') }).click();
    await expect(panel.getByText(new RegExp(`^${milestones.done}, `))).toHaveCount(1);
    await panel.getByRole('button', { name: ofMilestone(milestones.reopenName, 'Final delivery') }).click();
    await expect(panel.getByText(new RegExp(`^${milestones.done}, `))).toHaveCount(0);
    await changeOf('Spotting session').click();
    await panel.getByRole('button', { name: ofMilestone(milestones.removeName, 'Spotting session') }).click();
    await expect(titles).toHaveText(['Final delivery']);
  },
);

test('sends a message to the client without leaving the page', async ({ page, project }) => {
  await page.goto(project.path);
  await page.getByRole('textbox', { name: messages.label }).fill('Version 2 is up.');
  await page.getByRole('button', { name: messages.send }).click();
  await expect(
    page.getByRole('region', { name: content['desk-projects'].messages.title }).getByText('Version 2 is up.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: messages.label })).toHaveValue('');
});

test('plays a recording at the desk, with comments by the team', async ({ page }) => {
  await page.goto('/desk/projects?q=P-214');
  await page.getByRole('link', { name: tidewater.name }).click();
  await page.getByRole('link', { name: fill(files.listenName, { file: sketch.name }) }).click();
  const player = page.locator('[data-player]');
  await expect(player).toContainText(sketch.name);
  const remark = `Tape hiss is wanted here, ${Date.now()}`;
  await player.getByRole('textbox', { name: new RegExp(`^${portal.player.form.label}`) }).fill(remark);
  await player.getByRole('button', { name: portal.player.form.add }).click();
  const comment = player.getByRole('listitem').filter({ hasText: remark });
  await expect(comment).toContainText(member);
  await comment.getByRole('button', { name: portal.player.markDone }).click();
  await expect(comment).toContainText(portal.player.done);
  await expect(page).toHaveURL(/\/desk\/projects\//);
});

test(
  'issues, pays or voids an invoice, which the exports include',
  { tag: '@default' },
  async ({ page, project, team, faults }) => {
    faults.allow(/status of (422|409)/);
    await page.goto(project.path);
    const panel = page.getByRole('region', { name: invoices.title });
    const form = panel.getByRole('form', { name: writing.issue });
    const fillIn = async (description: string, price: string) => {
      await form.getByLabel(writing.description, { exact: true }).fill(description);
      await form.getByLabel(writing.unitPrice, { exact: true }).fill(price);
      await form.getByLabel(writing.dueOn, { exact: true }).fill('2099-12-12');
    };
    const submit = () => form.getByRole('button', { name: writing.issue, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: writing.ask.title });
    const confirm = () => dialog.getByRole('button', { name: writing.ask.yes, exact: true }).click();
    await panel.getByText(invoices.issue).click();
    await fillIn('=1+1 first instalment', '2,500');
    await submit();
    await expect(form.locator('#invoice-unitPrice-1-error')).toContainText(
      'can be read in two ways. If you mean $2,500.00, please type 2,500.00.',
    );
    await expect(form.getByLabel(writing.description, { exact: true })).toHaveValue('=1+1 first instalment');
    await fillIn('=1+1 first instalment', '2,500.00');
    await submit();
    await expect(dialog).toContainText('$2,500.00, due on 12 Dec 2099');
    await confirm();
    const first = panel.getByRole('row').filter({ hasText: 'first instalment' });
    await expect(first).toContainText(invoices.states.pending);
    await expect(first).toContainText('$2,500.00');
    await panel.getByText(invoices.issue).click();
    await fillIn('second instalment', '960');
    await submit();
    await confirm();
    await panel.getByText(invoices.issue).click();
    await fillIn('second instalment', '960');
    await submit();
    await expect(dialog).toContainText(invoices.ask.repeated);
    await expect(panel.getByRole('row').filter({ hasText: 'second instalment' })).toHaveCount(1);
    const second = panel.getByRole('row').filter({ hasText: 'second instalment' });

    const recordFirst = async (amount: string) => {
      const recording = first.locator('form[action*="record-payment"]');
      await recording.getByLabel(invoices.paidAmount).fill(amount);
      await recording.getByRole('button', { name: invoices.record, exact: true }).click();
    };
    await first.locator('summary').filter({ hasText: invoices.record }).click();
    await expect(first.locator('form[action*="record-payment"]').getByLabel(invoices.paidAmount)).toHaveValue(
      '2,500.00',
    );
    await recordFirst('2,500');
    await expect(first).toContainText('can be read in two ways');
    await recordFirst('500');
    await expect(first).toContainText(fill(invoices.openOf, { amount: '$2,000.00' }));
    await expect(first).toContainText(invoices.states.pending);
    await first.locator('summary').filter({ hasText: invoices.record }).click();
    await recordFirst('2000');
    await expect(first).toContainText(invoices.states.paid);
    await expect(first.getByLabel(ofInvoice(invoices.recordName))).toHaveCount(0);
    await first.locator('summary').filter({ hasText: invoices.undo }).click();
    await first.getByRole('button', { name: ofInvoice(invoices.missingSureName) }).click();
    await expect(first).toContainText(invoices.states.pending);
    await first.locator('summary').filter({ hasText: invoices.record }).click();
    await recordFirst('2,000.00');
    await expect(first).toContainText(invoices.states.paid);

    await second.locator('summary').filter({ hasText: invoices.void }).click();
    await second.getByRole('button', { name: ofInvoice(invoices.voidSureName) }).click();
    await expect(second.getByText(errors.reason)).toBeVisible();
    await second.getByLabel(invoices.reason).fill('Sent twice');
    await second.getByRole('button', { name: ofInvoice(invoices.voidSureName) }).click();
    await expect(second).toContainText(invoices.states.void);
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
  },
);

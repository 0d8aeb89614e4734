import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from '../harness/content.ts';
import { openLead, press, sendContact, signIn } from '../harness/leads.ts';
import { expectMails, mailsWith } from '../harness/mailbox.ts';
import { test } from '../harness/studio.ts';
import { expect } from '../harness/test.ts';

const { accounts, desk, forms, sample, site } = content;
const { activity, inbox, lead: words } = desk;
const member = entryWith(sample.team, 'key', 'ada').name;

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

const hostile = '<img src=x onerror=alert(1)>"\'&amp;</textarea><script>alert(2)</script> \u202Eevil 🎧';

const statusOf = (page: Page) => page.getByLabel(words.status.label, { exact: true });

async function setStatus(page: Page, status: string): Promise<void> {
  await statusOf(page).selectOption(status);
  await press(page, words.status.button);
}

const replyOf = (page: Page) =>
  page.getByRole('heading', { name: new RegExp(`^${fill(words.replied, { author: member })}`) });

const lineOf = (page: Page, name: string) =>
  page.getByRole('region', { name: inbox.title }).getByRole('listitem').filter({ hasText: name });

/** The team's usual actions on a lead; the same with and without scripts. */
async function workThrough(page: Page, team: APIRequestContext, email: string): Promise<void> {
  const name = `Marit ${email.slice(7, 15)}`;
  await sendContact(team, { name, email, service: 'Records', company: 'Halfmoon' });
  await signIn(page, team);
  await openLead(page, email, name);
  await expect(lineOf(page, name)).toContainText(inbox.states.open);
  await expect(page.getByRole('article')).toContainText(
    new RegExp(fill(inbox.waiting, { time: '0 h 0\\d m' })),
  );
  const { fields, formSource } = forms.contact;
  for (const text of [fields.message.label, 'A short film, locked in January.', 'Halfmoon', formSource])
    await expect(page.getByRole('article').locator('dl').getByText(text, { exact: true })).toBeVisible();

  await page.getByLabel(words.noteLabel).fill('Ask for an OMF.');
  await press(page, words.noteAdd);
  await expect(page.getByRole('region', { name: words.noteTitle })).toContainText(
    `Ask for an OMF. ${member}`,
  );

  const { followUp } = words;
  const plan = page.getByRole('region', { name: followUp.title });
  await plan.getByLabel(followUp.note).fill('Ask for the length');
  await press(page, followUp.save);
  await expect(plan.getByText(words.errors.followUpDay)).toBeVisible();
  await plan.getByLabel(followUp.day).fill('2099-12-04');
  await press(page, followUp.save);
  await expect(lineOf(page, name)).toContainText(
    `${fill(inbox.followUp, { day: '4 Dec 2099' })}: Ask for the length`,
  );
  await plan.getByRole('button', { name: followUp.doneName }).click();
  await expect(lineOf(page, name)).not.toContainText('Ask for the length');

  await expect(page.getByRole('region', { name: words.replyTitle }).getByRole('blockquote')).toHaveText(
    'A short film, locked in January.',
  );
  await page.getByLabel(words.replyLabel).fill('   ');
  const file = { name: 'Rates.pdf', mimeType: 'application/pdf', buffer: Buffer.from('The rates') };
  await page.getByLabel(words.replyFiles.label).setInputFiles(file);
  await press(page, words.replySend);
  await expect(page.getByText(words.errors.blankReply)).toBeVisible();
  await expect(page.getByLabel(fill(words.replyFiles.remove, { file: file.name }))).not.toBeChecked();
  await page.getByLabel(words.replySubject).fill('About the film');
  await page.getByLabel(words.replyLabel).fill('Friday at two?\n\nAda');
  await press(page, words.replySend);
  await expect(replyOf(page)).toBeVisible();
  const download = page.waitForEvent('download');
  await page
    .getByRole('list', { name: words.replyFiles.sent })
    .getByRole('link', { name: file.name })
    .click();
  expect((await download).suggestedFilename()).toBe(file.name);
  await expect(lineOf(page, name)).toContainText(inbox.states.answered);
  await expect(page.getByRole('button', { name: words.answer })).toHaveCount(0);

  await setStatus(page, 'proposal');
  await expect(statusOf(page)).toHaveValue('proposal');
  await statusOf(page).selectOption('converted');
  await expect(page.getByLabel(words.status.project)).toHaveValue('Records, Halfmoon');
  await page.getByLabel(words.status.project).fill('Night Ferry');
  await press(page, words.status.button);
  await expect(statusOf(page)).toHaveValue('converted');
  const goTo = fill(words.project, { project: 'Night Ferry' });
  await expect(page.getByRole('link', { name: goTo })).toBeVisible();
  const done = page.getByRole('region', { name: words.activity }).getByRole('listitem');
  const converted = fill(activity.kinds['lead-converted'], { project: 'Night Ferry' });
  await expect(done.filter({ hasText: converted })).toContainText(member);

  await setStatus(page, 'closed');
  // At the field, and without scripts also above the page.
  await expect(page.getByText(words.errors.stillClient).last()).toBeVisible();
}

test(
  'reads, annotates, answers and converts a lead',
  { tag: '@default' },
  async ({ page, team, freshEmail, faults }) => {
    // A refused action responds 4xx with the page, which the browser logs.
    faults.allow(/status of 4\d\d/);
    await workThrough(page, team, freshEmail);
    // The email to the team and the confirmation, the reply, the invitation to the portal.
    await expectMails(page.request, freshEmail, 4);
    const mails = await mailsWith(page.request, freshEmail);
    const reply = 'About the film';
    for (const subject of [reply, fill(accounts.mail.welcome.subject, { name: site.name })]) {
      expect(
        mails.filter((mail) => mail.includes(subject)),
        subject,
      ).toHaveLength(1);
    }
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('supports the same actions', async ({ page, team, freshEmail, faults }) => {
    faults.allow(/status of 4\d\d/);
    await workThrough(page, team, freshEmail);
  });
});

test('shows any typed text as text on every page of the desk', async ({ page, team, freshEmail }) => {
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  const name = `${hostile} ${randomUUID()}`;
  await sendContact(team, { name, email: freshEmail, company: hostile, message: hostile });
  await signIn(page, team);
  await openLead(page, freshEmail, name);
  await page.getByLabel(words.noteLabel).fill(hostile);
  await press(page, words.noteAdd);
  await expect(page.getByRole('region', { name: words.noteTitle })).toContainText(hostile);
  await page.getByLabel(words.replyLabel).fill(hostile);
  await press(page, words.replySend);
  await expect(replyOf(page)).toBeVisible();
  await statusOf(page).selectOption('converted');
  await page.getByLabel(words.status.project).fill(hostile);
  await press(page, words.status.button);
  const expectText = async () => {
    const isMade = () => {
      const scripts = [...document.scripts].some((script) => script.textContent.includes('alert'));
      return scripts || document.querySelector('img[src="x"]') !== null;
    };
    expect(await page.evaluate(isMade)).toBe(false);
    await expect(page.getByText(hostile).first()).toBeVisible();
  };
  await expect(page.getByRole('region', { name: words.noteTitle })).toContainText(hostile);
  await expectText();
  await page.getByRole('link', { name: words.client }).click();
  await expectText();
  await page.goto(`/desk/leads?q=${encodeURIComponent(hostile)}`);
  await expect(page.getByRole('searchbox', { name: inbox.search })).toHaveValue(hostile);
  await expectText();
  expect(opened).toEqual([]);
});

test('erases a person only after their address is typed, and lists the data that is kept', async ({
  page,
  team,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 4\d\d/);
  await sendContact(team, { name: 'To be erased', email: freshEmail });
  await signIn(page, team);
  await openLead(page, freshEmail, 'To be erased');
  const address = page.url();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: words.data.export }).click();
  expect((await download).suggestedFilename()).toMatch(/^person-.*\.json$/);
  await page.getByText(words.data.eraseTitle).click();
  await page.getByLabel(fill(words.data.eraseLabel, { email: freshEmail })).fill('somebody@else.example');
  await press(page, words.data.erase);
  await expect(page.getByText(words.errors.eraseAddress)).toBeVisible();
  // The page receives the deletion of the lead before the server's response arrives.
  await page.route(/do=erase/, async (route) => {
    const refreshed = page.waitForResponse(
      (response) => response.url() === address && response.status() === 404,
    );
    const response = await route.fetch({ maxRedirects: 0 });
    await refreshed;
    await route.fulfill({ response });
  });
  await page.getByLabel(fill(words.data.eraseLabel, { email: freshEmail })).fill(freshEmail);
  await press(page, words.data.erase);
  await expect(page.getByRole('status').filter({ hasText: inbox.erased })).toBeVisible();
  expect((await page.goto(address))?.status()).toBe(404);
  const leads = await (await team.get('/desk/leads.json')).text();
  expect(leads).not.toContain(freshEmail);
});

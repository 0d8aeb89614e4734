import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { fill } from '#src/platform/fill.ts';
import { content, entryWith } from './harness/content.ts';
import { expectMails, mailsWith } from './harness/mailbox.ts';
import { test } from './harness/studio.ts';
import { expect } from './harness/test.ts';

const { accounts, desk, forms, sample, site } = content;
const { activity, inbox, lead: words } = desk;
const member = entryWith(sample.team, 'key', 'ada').name;

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

const hostile = '<img src=x onerror=alert(1)>"\'&amp;</textarea><script>alert(2)</script> \u202Eevil 🎧';

/** Sends the contact form as a visitor would. */
async function send(team: APIRequestContext, fields: Record<string, string>): Promise<void> {
  const form = { message: 'A short film, locked in January.', form_source: 'contact_form', ...fields };
  const forwarded = `10.9.${randomInt(256)}.${randomInt(256)}`;
  const headers = { accept: 'application/json', 'x-forwarded-for': forwarded };
  const answer = await team.post('/forms/contact', { form, headers });
  expect(answer.status()).toBe(200);
}

async function signIn(page: Page, team: APIRequestContext): Promise<void> {
  await page.context().addCookies((await team.storageState()).cookies);
}

/** Finds a lead in the inbox by their address and opens them, as the team does. */
async function openLead(page: Page, email: string, name: string): Promise<void> {
  await page.goto('/desk');
  await page.getByRole('searchbox', { name: inbox.search }).fill(email);
  await page.getByRole('button', { name: inbox.show }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

const statusOf = (page: Page) => page.getByLabel(words.status.label, { exact: true });

const lineOf = (page: Page, name: string) =>
  page.getByRole('region', { name: inbox.title }).getByRole('listitem').filter({ hasText: name });

/** What the team does with a lead on an ordinary day; the same with and without scripts. */
async function workThrough(page: Page, team: APIRequestContext, email: string): Promise<void> {
  const name = `Marit ${email.slice(7, 15)}`;
  await send(team, { name, email, service: 'Records', company: 'Halfmoon' });
  await signIn(page, team);
  await openLead(page, email, name);
  await expect(lineOf(page, name)).toContainText(inbox.states.open);
  await expect(page.getByRole('article')).toContainText(fill(inbox.waiting, { time: '0 h 00 m' }));
  const { fields, formSource } = forms.contact;
  for (const text of [fields.message.label, 'A short film, locked in January.', 'Halfmoon', formSource])
    await expect(page.getByRole('article').getByText(text, { exact: true })).toBeVisible();

  await page.getByLabel(words.noteLabel).fill('Ask for an OMF.');
  await page.getByRole('button', { name: words.noteAdd }).click();
  await expect(page.getByRole('region', { name: words.noteTitle })).toContainText(
    `Ask for an OMF. ${member}`,
  );

  await page.getByLabel(words.replyLabel).fill('   ');
  await page.getByRole('button', { name: words.replySend }).click();
  await expect(page.getByText(words.errors.blankReply)).toBeVisible();
  await page.getByLabel(words.replyLabel).fill('Friday at two?\n\nAda');
  await page.getByRole('button', { name: words.replySend }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${fill(words.replied, { author: member })}`) }),
  ).toBeVisible();
  await expect(lineOf(page, name)).toContainText(inbox.states.answered);
  await expect(page.getByRole('button', { name: words.answer })).toHaveCount(0);

  await statusOf(page).selectOption('proposal');
  await page.getByRole('button', { name: words.status.button }).click();
  await expect(statusOf(page)).toHaveValue('proposal');
  await statusOf(page).selectOption('converted');
  await expect(page.getByLabel(words.status.project)).toHaveValue('Records, Halfmoon');
  await page.getByLabel(words.status.project).fill('Night Ferry');
  await page.getByRole('button', { name: words.status.button }).click();
  await expect(statusOf(page)).toHaveValue('converted');
  await expect(
    page.getByRole('link', { name: fill(words.project, { project: 'Night Ferry' }) }),
  ).toBeVisible();
  const done = page.getByRole('region', { name: words.activity }).getByRole('listitem');
  await expect(
    done.filter({ hasText: fill(activity.kinds['lead-converted'], { project: 'Night Ferry' }) }),
  ).toContainText(member);

  await statusOf(page).selectOption('closed');
  await page.getByRole('button', { name: words.status.button }).click();
  await expect(page.getByText(words.errors.stillClient)).toBeVisible();
}

test('a lead is read, noted, answered and converted', async ({ page, team, freshEmail, faults }) => {
  // A refused action answers 4xx with the page, which the browser notes.
  faults.allow(/status of 4\d\d/);
  await workThrough(page, team, freshEmail);
  // To the team and the confirmation, the reply, the way into the portal.
  await expectMails(page.request, freshEmail, 4);
  const mails = await mailsWith(page.request, freshEmail);
  for (const template of [desk.mail.subject, accounts.mail.welcome.subject]) {
    const subject = fill(template, { name: site.name });
    expect(
      mails.filter((mail) => mail.includes(subject)),
      subject,
    ).toHaveLength(1);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the same is done', async ({ page, team, freshEmail, faults }) => {
    faults.allow(/status of 4\d\d/);
    await workThrough(page, team, freshEmail);
  });
});

test('the inbox is narrowed by state, source and status, and each choice shows as many as it says', async ({
  page,
  team,
}) => {
  await signIn(page, team);
  await page.goto('/desk');
  const filters = page.getByRole('navigation', { name: inbox.filters });
  const lines = page.getByRole('region', { name: inbox.title }).getByRole('listitem');
  const { sources, states, statuses } = inbox;
  for (const choice of [
    inbox.everyLead,
    states.due,
    sources['discovery-call'],
    sources.brief,
    sources.message,
    statuses.booked,
  ]) {
    await page.goto('/desk');
    const link = filters.getByRole('link', { name: new RegExp(`^${choice} `) });
    const count = Number(/\d+$/.exec(await link.innerText())?.[0]);
    await link.click();
    await expect(filters.getByRole('link', { name: new RegExp(`^${choice} `) })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(lines).toHaveCount(count);
  }
  await page.goto('/desk');
  const waits = await lines
    .filter({ hasText: inbox.waiting.split('{')[0] ?? '' })
    .locator('p.italic')
    .allInnerTexts();
  const minutes = waits.map((text) => {
    const [, hours, rest] = /(\d+) h (\d\d) m/.exec(text) ?? [];
    return Number(hours) * 60 + Number(rest);
  });
  expect(minutes.length).toBeGreaterThan(3);
  expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
});

test('a lead opened from a filtered inbox keeps it beside it, and after what is done there', async ({
  page,
  team,
  freshEmail,
}) => {
  const word = randomUUID();
  await send(team, { name: 'Kept beside', email: freshEmail, message: word });
  await signIn(page, team);
  await page.goto(`/desk?state=new&q=${word}`);
  await page.getByRole('link', { name: 'Kept beside' }).click();
  await page.getByRole('button', { name: words.answer }).click();
  await expect(page.getByRole('button', { name: words.answer })).toHaveCount(0);
  expect(new URL(page.url()).search).toBe(`?state=new&q=${word}`);
  await expect(page.getByRole('region', { name: inbox.title })).toContainText(inbox.nothing);
  await expect(
    page.getByText(new RegExp(`^${fill(words.answeredBy, { author: member, time: '.+' })}`)),
  ).toBeVisible();
});

test('whatever somebody types is text on every page of the desk', async ({ page, team, freshEmail }) => {
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  const name = `${hostile} ${randomUUID()}`;
  await send(team, { name, email: freshEmail, company: hostile, message: hostile });
  await signIn(page, team);
  await openLead(page, freshEmail, name);
  await page.getByLabel(words.noteLabel).fill(hostile);
  await page.getByRole('button', { name: words.noteAdd }).click();
  await page.getByLabel(words.replyLabel).fill(hostile);
  await page.getByRole('button', { name: words.replySend }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^${fill(words.replied, { author: member })}`) }),
  ).toBeVisible();
  await statusOf(page).selectOption('converted');
  await page.getByLabel(words.status.project).fill(hostile);
  await page.getByRole('button', { name: words.status.button }).click();
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
  await page.goto(`/desk?q=${encodeURIComponent(hostile)}`);
  await expect(page.getByRole('searchbox', { name: inbox.search })).toHaveValue(hostile);
  await expectText();
  expect(opened).toEqual([]);
});

test('what was held is released or deleted, once', async ({ page, team, freshEmail, faults }) => {
  faults.allow(/status of 404/);
  await send(team, { name: 'Held one', email: freshEmail, _gotcha: 'x', message: 'first' });
  await send(team, { name: 'Held one', email: freshEmail, _gotcha: 'x', message: 'second' });
  await signIn(page, team);
  await page.goto(`/desk?state=held&q=${encodeURIComponent(freshEmail)}`);
  await page.getByRole('link', { name: 'Held one' }).click();
  const held = page.getByRole('article').getByRole('listitem').filter({ hasText: words.hidden._gotcha });
  const stale = await held
    .filter({ hasText: 'first' })
    .locator('input[name=submission]')
    .first()
    .inputValue();
  await held.filter({ hasText: 'first' }).getByRole('button', { name: words.delete }).click();
  await expect(held).toHaveCount(1);
  await held.getByRole('button', { name: words.release }).click();
  await expect(page.getByRole('button', { name: words.release })).toHaveCount(0);
  await expect(page.getByRole('region', { name: words.activity })).toContainText(
    activity.kinds['submission-released'],
  );
  const again = await team.post(`${new URL(page.url()).pathname}?do=release`, {
    form: { submission: stale },
  });
  expect(again.status()).toBe(404);
});

test('a person is erased only under their address, and the page says what is kept', async ({
  page,
  team,
  freshEmail,
  faults,
}) => {
  faults.allow(/status of 4\d\d/);
  await send(team, { name: 'To be erased', email: freshEmail });
  await signIn(page, team);
  await openLead(page, freshEmail, 'To be erased');
  const address = page.url();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: words.data.export }).click();
  expect((await download).suggestedFilename()).toMatch(/^person-.*\.json$/);
  await page.getByText(words.data.eraseTitle).click();
  await page.getByLabel(fill(words.data.eraseLabel, { email: freshEmail })).fill('somebody@else.example');
  await page.getByRole('button', { name: words.data.erase }).click();
  await expect(page.getByText(words.errors.eraseAddress)).toBeVisible();
  await page.getByLabel(fill(words.data.eraseLabel, { email: freshEmail })).fill(freshEmail);
  await page.getByRole('button', { name: words.data.erase }).click();
  await expect(page.getByRole('status')).toContainText(inbox.erased);
  expect((await page.goto(address))?.status()).toBe(404);
  const leads = await (await team.get('/desk/leads.json')).text();
  expect(leads).not.toContain(freshEmail);
});

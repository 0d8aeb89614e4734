import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { test } from './harness/studio.ts';
import { expect } from './harness/test.ts';

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
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

const lineOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Leads' }).getByRole('listitem').filter({ hasText: name });

/** What the team does with a lead on an ordinary day; the same with and without scripts. */
async function workThrough(page: Page, team: APIRequestContext, email: string): Promise<void> {
  const name = `Marit ${email.slice(7, 15)}`;
  await send(team, { name, email, service: 'Records', company: 'Halfmoon' });
  await signIn(page, team);
  await openLead(page, email, name);
  await expect(lineOf(page, name)).toContainText('Open');
  await expect(page.getByRole('article')).toContainText('waiting 0 h 00 m of 24 h');
  for (const words of ['Project details', 'A short film, locked in January.', 'Halfmoon', 'contact_form'])
    await expect(page.getByRole('article').getByText(words, { exact: true })).toBeVisible();

  await page.getByLabel('Add a note for the team').fill('Ask for an OMF.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Ask for an OMF. Ada Brandt');

  await page.getByLabel('Your reply').fill('   ');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('A reply without words is not sent.')).toBeVisible();
  await page.getByLabel('Your reply').fill('Friday at two?\n\nAda');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('heading', { name: /^Reply by Ada Brandt/ })).toBeVisible();
  await expect(lineOf(page, name)).toContainText('Answered');
  await expect(page.getByRole('button', { name: 'Mark answered' })).toHaveCount(0);

  await page.getByLabel('Status', { exact: true }).selectOption('proposal');
  await page.getByRole('button', { name: 'Set status' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('proposal');
  await page.getByLabel('Status', { exact: true }).selectOption('converted');
  await expect(page.getByLabel('First project')).toHaveValue('Records, Halfmoon');
  await page.getByLabel('First project').fill('Night Ferry');
  await page.getByRole('button', { name: 'Set status' }).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('converted');
  await expect(page.getByRole('link', { name: 'Go to Night Ferry' })).toBeVisible();
  const done = page.getByRole('region', { name: 'What was done' }).getByRole('listitem');
  await expect(done.filter({ hasText: 'Converted, with the project Night Ferry' })).toContainText(
    'Ada Brandt',
  );

  await page.getByLabel('Status', { exact: true }).selectOption('closed');
  await page.getByRole('button', { name: 'Set status' }).click();
  await expect(page.getByText('The portal of this person is open.')).toBeVisible();
}

test('a lead is read, noted, answered and converted', async ({ page, team, freshEmail, faults }) => {
  // A refused action answers 4xx with the page, which the browser notes.
  faults.allow(/status of 4\d\d/);
  await workThrough(page, team, freshEmail);
  await expect(async () => {
    await page.goto('/dev/mailbox');
    const mails = page.getByRole('article').filter({ hasText: freshEmail });
    await expect(mails.filter({ hasText: 'Antinode: our reply' })).toHaveCount(1, { timeout: 100 });
    await expect(mails.filter({ hasText: 'Your portal at Antinode is open' })).toHaveCount(1, {
      timeout: 100,
    });
  }).toPass();
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
  const filters = page.getByRole('navigation', { name: 'Filters' });
  const lines = page.getByRole('region', { name: 'Leads' }).getByRole('listitem');
  for (const choice of ['All leads', 'Due soon', 'Discovery call', '60-second brief', 'Chat', 'booked']) {
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
  const waits = await lines.filter({ hasText: 'waiting' }).locator('p.italic').allInnerTexts();
  const minutes = waits.map((text) => {
    const [, hours, rest] = /waiting (\d+) h (\d\d) m/.exec(text) ?? [];
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
  await page.getByRole('button', { name: 'Mark answered' }).click();
  await expect(page.getByRole('button', { name: 'Mark answered' })).toHaveCount(0);
  expect(new URL(page.url()).search).toBe(`?state=new&q=${word}`);
  await expect(page.getByRole('region', { name: 'Leads' })).toContainText('Nobody matches this.');
  await expect(page.getByText(/^Answered by Ada Brandt/)).toBeVisible();
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
  await page.getByLabel('Add a note for the team').fill(hostile);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Your reply').fill(hostile);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('heading', { name: /^Reply by Ada Brandt/ })).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('converted');
  await page.getByLabel('First project').fill(hostile);
  await page.getByRole('button', { name: 'Set status' }).click();
  const expectText = async () => {
    const isMade = () => {
      const scripts = [...document.scripts].some((script) => script.textContent.includes('alert'));
      return scripts || document.querySelector('img[src="x"]') !== null;
    };
    expect(await page.evaluate(isMade)).toBe(false);
    await expect(page.getByText(hostile).first()).toBeVisible();
  };
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(hostile);
  await expectText();
  await page.getByRole('link', { name: "Client's page" }).click();
  await expectText();
  await page.goto(`/desk?q=${encodeURIComponent(hostile)}`);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(hostile);
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
  const held = page.getByRole('article').getByRole('listitem').filter({ hasText: 'Honeypot' });
  const stale = await held
    .filter({ hasText: 'first' })
    .locator('input[name=submission]')
    .first()
    .inputValue();
  await held.filter({ hasText: 'first' }).getByRole('button', { name: 'Delete' }).click();
  await expect(held).toHaveCount(1);
  await held.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText(
    'Released a held submission',
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
  await page.getByRole('link', { name: 'Export as JSON' }).click();
  expect((await download).suggestedFilename()).toMatch(/^person-.*\.json$/);
  await page.getByText('Erase this person').click();
  await page.getByLabel(/^To confirm, type their address/).fill('somebody@else.example');
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByText('This is not their address. Nothing was erased.')).toBeVisible();
  await page.getByLabel(/^To confirm, type their address/).fill(freshEmail);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page.getByRole('status')).toContainText('Everything about this person was erased.');
  expect((await page.goto(address))?.status()).toBe(404);
  const leads = await (await team.get('/desk/leads.json')).text();
  expect(leads).not.toContain(freshEmail);
});

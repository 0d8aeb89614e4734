import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { content } from '../harness/content.ts';
import { controlOf, everyForm, fillForm, formOf, knownForm, type KnownForm } from '../harness/forms.ts';
import { expectMails } from '../harness/mailbox.ts';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { test } from '../harness/studio.ts';

const { desk, forms, mails, services } = content;

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Submission {
  readonly form: string;
  readonly form_source: string;
  readonly held: boolean;
  readonly fields: Record<string, string>;
}
interface Lead {
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly held: boolean;
  readonly submissions: Submission[];
}

async function leadsOf(team: APIRequestContext, email: string): Promise<Lead[]> {
  const answer = await team.get('/desk/leads.json');
  expect(answer.status()).toBe(200);
  const leads = (await answer.json()) as Lead[];
  return leads.filter((lead) => lead.email.toLowerCase() === email.toLowerCase());
}

async function send(page: Page, form: KnownForm, values: Record<string, string>): Promise<void> {
  const shown = await form.open(page);
  await fillForm(shown, values);
  await shown.getByRole('button', { name: form.button }).dblclick();
  await expect(page.getByText(form.success).filter({ visible: true })).toBeVisible();
}

/** Browsers send every line end as CR LF. */
const asSent = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.replaceAll('\n', '\r\n')]));
const sourceOf = (name: string) => forms[name as keyof typeof mails.confirmations].formSource;

test(
  'stores all five forms of one person as one lead with five submissions, every value as typed',
  { tag: '@default' },
  async ({ page, team, freshEmail }) => {
    const typed = everyForm.map((form, index) => ({
      form,
      values: { ...form.values, email: index % 2 === 0 ? freshEmail : freshEmail.toUpperCase() },
    }));
    for (const { form, values } of typed) await send(page, form, values);
    const [lead, ...others] = await leadsOf(team, freshEmail);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      name: knownForm('contact').values['name'],
      email: freshEmail,
      status: 'booked',
      held: false,
    });
    expect(lead?.submissions).toHaveLength(typed.length);
    for (const [index, { form, values }] of typed.entries()) {
      expect(lead?.submissions[index]).toMatchObject({
        form: form.name,
        form_source: sourceOf(form.name),
        held: false,
        fields: asSent(values),
      });
    }
  },
);

test('keeps one submission when a stored form is sent again after a lost response', async ({
  page,
  team,
  freshEmail,
  faults,
}) => {
  faults.allow(/Failed to load resource/);
  const brief = knownForm('brief');
  let attempts = 0;
  await page.route('**/forms/brief', async (route) => {
    attempts += 1;
    if (attempts > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const form = await brief.open(page);
  await fillForm(form, { ...brief.values, email: freshEmail });
  await form.getByRole('button', { name: brief.button }).click();
  await expect(form.getByRole('alert')).toHaveText(brief.failure);
  await form.getByRole('button', { name: brief.button }).click();
  await expect(page.locator('#toasts').getByText(brief.success)).toBeVisible();
  expect(attempts).toBe(2);
  const [lead] = await leadsOf(team, freshEmail);
  expect(lead?.submissions).toHaveLength(1);
});

/** The emails of the development mailbox with this address. */
const mailsOf = (page: Page, email: string) => page.getByRole('article').filter({ hasText: email });

test('emails the team with the sender as reply address, and quotes nothing to the sender', async ({
  page,
  freshEmail,
}) => {
  const contact = knownForm('contact');
  const message = 'A radio play in four parts.';
  await send(page, contact, { ...contact.values, message, email: freshEmail });
  await expectMails(page.request, freshEmail, 2);
  await page.goto('/dev/mailbox');
  const toTeam = mailsOf(page, freshEmail).filter({ hasText: forms.contact.subject });
  await expect(toTeam.getByRole('definition').nth(2)).toHaveText(freshEmail);
  await expect(toTeam).toContainText(message);
  await expect(toTeam).toContainText('Fjord & Sons');
  const confirmation = mailsOf(page, freshEmail).filter({ hasText: mails.confirmations.contact.subject });
  await expect(confirmation.getByRole('definition').nth(1)).toHaveText(freshEmail);
  await expect(confirmation).not.toContainText(message);
  await expect(confirmation).not.toContainText('Vestergård');
});

test('delivers the planner as a page and as a PDF', { tag: '@default' }, async ({ page, freshEmail }) => {
  await send(page, knownForm('lead-capture'), { name: 'Runa', email: freshEmail });
  const planner = mailsOf(page, freshEmail).filter({ hasText: mails.confirmations['lead-capture'].subject });
  await expectMails(page.request, freshEmail, 2);
  await page.goto('/dev/mailbox');
  await expect(planner).toHaveCount(1);
  const href = await planner.getByRole('link', { name: /\.pdf$/ }).getAttribute('href');
  const pdf = await (await page.request.get(href ?? '')).body();
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('hides the honeypot from people; a filled one gets a success response, is held for the team and sends no email', async ({
  page,
  team,
  freshEmail,
}) => {
  const brief = knownForm('brief');
  const form = await brief.open(page);
  const trap = controlOf(form, '_gotcha');
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(form.getByRole('textbox', { name: forms.shared.honeypot })).toHaveCount(0);
  await expect(trap).not.toBeInViewport();

  await fillForm(form, { ...brief.values, email: freshEmail });
  await trap.evaluate((input: HTMLInputElement) => (input.value = 'cheap links'));
  await form.getByRole('button', { name: brief.button }).click();
  await expect(page.locator('#toasts').getByText(brief.success)).toBeVisible();
  const [lead] = await leadsOf(team, freshEmail);
  expect(lead).toMatchObject({ held: true, submissions: [{ form: 'brief', held: true }] });

  // Emails leave in order: once the next sender's are there, this one's would be too.
  const next = freshEmail.replace('sample', 'next');
  await team.post('/forms/brief', { form: { name: 'Runa', email: next } });
  await expectMails(page.request, next, 2);
  await expectMails(page.request, freshEmail, 0);
});

test('processes a held submission once the team releases it', async ({ page, team, freshEmail }) => {
  const brief = knownForm('brief');
  await team.post('/forms/brief', { form: { name: 'Runa', email: freshEmail, _gotcha: 'x' } });
  await page.context().addCookies((await team.storageState()).cookies);
  await page.goto(`/desk/leads?state=held&q=${encodeURIComponent(freshEmail)}`);
  await page.getByRole('link', { name: 'Runa' }).click();
  const release = page.getByRole('button', { name: desk.lead.release });
  await release.click();
  await expect(release).toHaveCount(0);
  const [lead] = await leadsOf(team, freshEmail);
  expect(lead).toMatchObject({ held: false, submissions: [{ form: brief.name, held: false }] });
  await expectMails(page.request, freshEmail, 2);
});

test('shows submissions only to the team, whose link works once', async ({ page, team, studio, faults }) => {
  faults.allow(/status of 40[13]/);
  for (const path of ['/desk', '/desk/leads.json', '/desk/leads.csv']) {
    expect((await page.request.get(path)).status()).toBe(401);
    expect((await team.get(path)).status()).toBe(200);
  }
  expect((await page.goto(studio.teamLink))?.status()).toBe(200);
  expect((await page.request.post(postOfPrintedLink(studio.teamLink))).status()).toBe(410);
  expect((await page.goto('/desk'))?.status()).toBe(401);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('stores a brief from a first-time visitor', async ({ page, team, freshEmail }) => {
    const brief = knownForm('brief');
    await page.goto('/production');
    await page.getByRole('link', { name: services.closing.brief }).tap();
    await expect(page).toHaveURL('/#brief');
    const form = formOf(page, 'brief');
    await fillForm(form, { ...brief.values, email: freshEmail });
    await form.getByRole('button', { name: brief.button }).tap();
    await expect(page.locator('#toasts').getByText(brief.success)).toBeVisible();
    const [lead] = await leadsOf(team, freshEmail);
    expect(lead).toMatchObject({ status: 'lead', submissions: [{ fields: brief.values }] });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('delivers the same text', async ({ page, team, freshEmail }) => {
    for (const { name, pagePath, values, button, success } of everyForm) {
      await page.goto(pagePath);
      await fillForm(formOf(page, name), { ...values, email: freshEmail });
      await formOf(page, name).getByRole('button', { name: button }).click();
      await expect(page).toHaveURL(`/#received-${name}`);
      await expect(page.getByText(success)).toBeInViewport();
    }
    const [lead] = await leadsOf(team, freshEmail);
    expect(lead?.submissions).toMatchObject(
      everyForm.map(({ name, values }) => ({
        form: name,
        form_source: sourceOf(name),
        fields: asSent({ ...values, email: freshEmail }),
      })),
    );
  });
});

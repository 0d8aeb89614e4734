import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { sampleIdOf } from '#src/features/operations/sample/sample-ids.ts';
import { expectAccessibleEverywhere, ibmViolations } from '../harness/accessibility.ts';
import { bookCall, dayFromNow } from '../harness/calls.ts';
import { content } from '../harness/content.ts';
import { expect, test } from '../harness/desk.ts';

// One studio serves the whole file.
test.describe.configure({ mode: 'default' });

const { 'desk-clients': words, 'desk-calls': calls, 'call-hours': hours } = content;
const wantsJson = { accept: 'application/json' };

async function addressOfLead(team: APIRequestContext, field: 'name' | 'email', value: string) {
  const leads = (await (await team.get('/desk/leads.json')).json()) as Record<string, string>[];
  return `/desk/leads/${leads.find((lead) => lead[field] === value)?.['id']}`;
}

async function addressOfNewClient(team: APIRequestContext): Promise<string> {
  const email = `${randomUUID()}@visitor.example`;
  await team.post('/forms/brief', { form: { name: 'Runa', email }, headers: wantsJson });
  const lead = await addressOfLead(team, 'email', email);
  const form = { status: 'converted', project: `Tidewater ${email.slice(0, 8)}` };
  await team.post(`${lead}?do=status`, { form, headers: wantsJson });
  const page = await (await team.get(lead)).text();
  return /\/desk\/clients\/[\da-f-]+/.exec(page)?.[0] ?? '/desk/clients/none';
}

/** Opens all folded parts: IBM's engine treats a field in a closed part as visible, and its label as hidden. */
async function unfold(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) details.open = true;
  });
}

let callCount = 0;

/** A call with a lead of the sample, at a time of its own. */
async function addressOfNewCall(team: APIRequestContext): Promise<string> {
  const time = `${String(8 + callCount++).padStart(2, '0')}:00`;
  return bookCall(team, await addressOfLead(team, 'name', 'Marit Solheim'), { day: dayFromNow(60), time });
}

interface Scene {
  readonly page: Page;
  readonly team: APIRequestContext;
}

const goto = async (page: Page, path: string) => expect((await page.goto(path))?.status()).toBe(200);

const screens: Record<string, (scene: Scene) => Promise<void>> = {
  today: ({ page }) => goto(page, '/desk'),
  'the inbox': ({ page }) => goto(page, '/desk/leads'),
  'an inbox without a match': ({ page }) => goto(page, '/desk/leads?q=nobody-at-all&state=due'),
  'failed mails': ({ page }) => goto(page, '/desk/mails'),
  'the installation': ({ page }) => goto(page, '/desk/installation'),
  'the log': ({ page }) => goto(page, '/desk/installation/log'),
  'a lead': async ({ page, team }) => goto(page, await addressOfLead(team, 'name', 'Marit Solheim')),
  'a client': async ({ page, team }) => goto(page, await addressOfNewClient(team)),
  'a lead to whom times are offered': async ({ page, team }) =>
    goto(page, `${await addressOfLead(team, 'name', 'Marit Solheim')}?calls=offer`),
  'a client with whom a call is booked': async ({ page, team }) =>
    goto(page, `${await addressOfNewClient(team)}?calls=book-call`),
  'a week of calls': async ({ page, team }) => {
    await addressOfNewCall(team);
    await goto(page, `/desk/calls?day=${dayFromNow(60)}`);
  },
  'a list of calls': ({ page }) => goto(page, '/desk/calls?view=list'),
  'the hours of calls': async ({ page }) => {
    await goto(page, '/desk/calls/hours');
    await unfold(page);
  },
  'the hours of a host': async ({ page }) => {
    await goto(page, '/desk/calls/hours');
    await page.getByRole('link', { name: hours.hosts.open }).first().click();
    await expect(page.getByRole('heading', { name: hours.host.week })).toBeVisible();
    await unfold(page);
  },
  'a call': async ({ page, team }) => goto(page, await addressOfNewCall(team)),
  'a call whose cancellation was refused': async ({ page, team }) => {
    await goto(page, await addressOfNewCall(team));
    await page.locator('summary').getByText(calls.cancel.open, { exact: true }).click();
    await page.getByRole('button', { name: calls.cancel.submit }).click();
    await expect(page.locator('#reason')).toBeFocused();
  },
  'the chats': ({ page }) => goto(page, '/desk/chats'),
  'a chat that somebody has': ({ page }) => goto(page, `/desk/chats/${sampleIdOf('chat', 'choir')}`),
  'a chat that is answered by mail': ({ page }) =>
    goto(page, `/desk/chats/${sampleIdOf('chat', 'eight-episodes')}`),
  'a chat whose line was refused': async ({ page }) => {
    await goto(page, `/desk/chats/${sampleIdOf('chat', 'choir')}`);
    await page.getByRole('button', { name: content.portal.messages.send, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(content.conversations.errors.blank);
  },
  'the clients': ({ page }) => goto(page, '/desk/clients'),
  'clients that nobody matches': ({ page }) => goto(page, '/desk/clients?q=nobody-at-all'),
  'a new client that was refused': async ({ page }) => {
    await goto(page, '/desk/clients/new');
    await page.getByRole('button', { name: words.new.submit }).click();
    await expect(page.locator('#client')).toBeFocused();
  },
  'a client who is edited': async ({ page, team }) => goto(page, `${await addressOfNewClient(team)}/edit`),
  'a client who is to be merged': async ({ page, team }) => {
    await goto(page, `${await addressOfNewClient(team)}/merge`);
    await page.getByRole('combobox', { name: words.merge.into }).selectOption({ index: 1 });
    await page.getByRole('button', { name: words.merge.next }).click();
    await expect(page.getByText(words.merge.forever)).toBeVisible();
  },
  'an import that was refused': async ({ page }) => {
    await goto(page, '/desk/clients/import');
    await page.getByRole('button', { name: words.import.preview }).click();
    await expect(page.locator('#file')).toBeFocused();
  },
  'what an import would do': async ({ page }) => {
    await goto(page, '/desk/clients/import');
    const rows = 'company,name,email,may\nPlain,Ana,ana@p.example,\nPlain,Bo,ana@p.example,\n,Cy,cy@,never';
    await page.getByLabel(words.import.pasted).fill(rows);
    await page.getByRole('button', { name: words.import.preview }).click();
    await expect(page.getByRole('region', { name: words.import.groups.bad })).toBeVisible();
  },
  'the board, with a card unfolded': async ({ page }) => {
    await goto(page, '/desk/projects');
    await page.locator('[data-card] summary').first().click();
  },
  'a new project that was refused': async ({ page }) => {
    await goto(page, '/desk/projects/new');
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'a project with files': async ({ page }) => {
    await goto(page, '/desk/projects?q=P-214');
    await page.getByRole('link', { name: 'Tidewater, reel 3' }).click();
    await expect(page.getByRole('region', { name: 'Files' })).toBeVisible();
    await unfold(page);
    expect(await ibmViolations(page)).toEqual([]);
  },
  'the invoices': async ({ page }) => {
    await goto(page, '/desk/invoices');
    await unfold(page);
  },
  'the form of an invoice': async ({ page }) => {
    await goto(page, '/desk/invoices/new');
    expect(await ibmViolations(page)).toEqual([]);
  },
  'the settings of invoices': async ({ page }) => {
    await goto(page, '/desk/invoices/settings');
    await unfold(page);
    expect(await ibmViolations(page)).toEqual([]);
  },
  'the messages': ({ page }) => goto(page, '/desk/messages'),
  'the settings of emails': async ({ page }) => {
    await goto(page, '/desk/emails');
    expect(await ibmViolations(page)).toEqual([]);
  },
  'the contacts': ({ page }) => goto(page, '/desk/contacts'),
  'a new contact': ({ page }) => goto(page, '/desk/contacts/new'),
};

for (const [what, show] of Object.entries(screens)) {
  test(`${what}: accessible, and no wider than the window`, async ({ page, team, faults }) => {
    faults.allow(/status of 422/);
    await show({ page, team });
    await expectAccessibleEverywhere(page);
  });
}

test('shows a new project accessibly, no wider than the window', async ({ page, project }) => {
  await goto(page, project.path);
  await unfold(page);
  await expectAccessibleEverywhere(page);
});

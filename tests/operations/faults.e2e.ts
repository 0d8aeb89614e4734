import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import type { AccessPolicy } from '#src/features/accounts/access/access.ts';
import { content } from '../harness/content.ts';
import { formsOf, shownAgain, type FoundForm } from '../harness/posted-forms.ts';
import { startSeeded, type SeededServer } from '../harness/seeded-server.ts';
import { triedElsewhere } from '../harness/tried-elsewhere.ts';

// Every form that the server validates is sent as by a browser without scripts, with invalid input. A new action has to
// be on one of these pages, or be listed among those without possible errors.

/** `late`: a team member who signed in a while ago, and has to confirm. */
type Actor = 'team' | 'late' | 'client' | 'guest';

let server: SeededServer;

test.beforeAll(async () => {
  server = await startSeeded({ leads: 6, clients: 2, projects: 4, messages: 4 }, { isCounting: false });
});
test.afterAll(() => server.stop());

/** The pages with the forms. */
function pagesOf({
  clientId,
  leadId,
  projectId,
  fileId,
  chatId,
  takenChatId,
  contactId,
}: SeededServer['seeded']): [Actor, string][] {
  const forms = ['brief', 'contact', 'discovery-call', 'lead-capture', 'message'];
  return [
    ...forms.map((form): [Actor, string] => ['guest', `/forms/${form}`]),
    ['guest', '/sign-in'],
    ['guest', '/sign-in/code'],
    ['guest', '/sign-in/link?token=unknown'],
    ['client', '/portal'],
    ['client', '/portal/invoices'],
    ['client', '/portal/messages'],
    ['client', `/portal/projects/${projectId}?file=${fileId}`],
    ['client', '/portal/people'],
    ['client', '/portal/settings'],
    ['team', '/desk'],
    ['team', '/desk/messages'],
    ['team', '/desk/emails'],
    ['team', `/desk/leads/${leadId}`],
    // Every third lead waits for an answer.
    ['team', `/desk/leads/${leadId.replace(/1$/, '3')}`],
    ['team', '/desk/chats'],
    ['team', `/desk/chats/${chatId}`],
    ['team', `/desk/chats/${takenChatId}`],
    ['team', `/desk/clients/${clientId}`],
    ['team', '/desk/clients/new'],
    ['team', '/desk/clients/import'],
    ['team', `/desk/clients/${clientId}/edit`],
    ['team', '/desk/contacts/new'],
    ['team', `/desk/contacts/${contactId}`],
    ['team', `/desk/contacts/${contactId}/edit`],
    ['team', '/desk/projects'],
    ['team', '/desk/projects/new'],
    ['team', `/desk/projects/${projectId}`],
    ['team', `/desk/projects/${projectId}?file=${fileId}`],
    ['team', '/desk/invoices'],
    ['team', '/desk/invoices/new'],
    ['team', '/desk/invoices/settings'],
    ['team', `/desk/clients/${clientId}/billing`],
    ['team', '/desk/team'],
    ['team', '/desk/installation'],
    ['team', '/desk/installation/log?level=warn'],
    ['team', '/account'],
    ['late', '/confirm'],
  ];
}

/** Actions that run last, and the pages that then show the form of the opposite action. */
function stepsOf({ projectId, fileId }: SeededServer['seeded']): Step[] {
  const project = `/desk/projects/${projectId}`;
  const step = (actor: Actor, path: string, action: string, pages: [Actor, string][] = [[actor, path]]) => ({
    actor,
    path,
    action,
    pages,
  });
  return [
    step('client', '/portal/invoices', 'mark-paid', [
      ['client', '/portal/invoices'],
      ['team', '/desk/invoices'],
    ]),
    step('team', project, 'complete-milestone'),
    step('team', project, 'waive-approval'),
    step('team', `${project}?file=${fileId}`, 'mark-comment-done'),
    step('team', '/desk/team', 'disable'),
  ];
}

type Step = {
  readonly actor: Actor;
  readonly path: string;
  readonly action: string;
  readonly pages: [Actor, string][];
};

/** Choices that no form offers, so that it is refused even if everything typed is optional. */
const wrongChoices: Readonly<Record<string, Record<string, string>>> = { status: { status: 'unknown' } };

async function ask(actor: Actor, path: string, fields?: Record<string, string>): Promise<Response> {
  const { tokens } = server.seeded;
  const headers = {
    accept: 'text/html',
    ...(actor === 'guest' ? {} : { cookie: `antinode_session=${tokens[actor]}` }),
  };
  const body = fields && new URLSearchParams(fields);
  const asked = { method: body ? 'POST' : 'GET', headers, redirect: 'manual' as const };
  return fetch(new URL(path, server.address), body ? { ...asked, body } : asked);
}

/**
 * The input for every field: far too long, not an email address, not a date, not a number, and with HTML's special
 * characters.
 */
const wrongText = (name: string, isLong: boolean) =>
  `Typed "${name}" &${isLong ? '\r\n' : ' '}<b>kept</b>${'x'.repeat(21_000)}`;
const noText = () => '';

const shorten = (value = '') =>
  `${value.replaceAll(/\r\n?/g, '\n').slice(0, 60)} (${value.replaceAll(/\r\n?/g, '\n').length})`;
const shortened = (values: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, shorten(values[name])]));

async function expectShownAtItsFault(
  reader: Page,
  form: FoundForm,
  { html, typed }: { html: string; typed: Record<string, string> },
) {
  const shown = await shownAgain(reader, html, form.action);
  const about = `${form.name}: ${JSON.stringify({ ...shown, values: Object.keys(shown.values) })}`;
  const { title } = content.system.fault;
  expect.soft(shown.title, about).toContain(title.split('{title}')[0]);
  expect.soft(shown.title.indexOf(title.split('{title}')[0] ?? ''), about).toBe(0);
  expect.soft(shown.alerts.length, about).toBeGreaterThan(0);
  expect.soft(shown.marked.length, about).toBeGreaterThan(0);
  expect.soft(shown.focused, about).toEqual(shown.marked.slice(0, 1));
  const names = Object.keys(typed);
  expect.soft(shortened(shown.values, names), about).toEqual(shortened(typed, names));
}

/** The actions that a page offers by a button within another action's form. */
const buttonActionsIn = (html: string) =>
  [...html.matchAll(/ formaction="[^"]*[?&;]do=([a-z-]+)/gi)].map(([, name = '']) => name);

/** The value of the first button of that name: a comment is identified by its button. */
const valueOfButton = (html: string, name: string) =>
  new RegExp(`<button(?=[^>]* name="${name}")[^>]* value="([^"]+)"`).exec(html)?.[1] ?? `no ${name}`;

/** Presses the first button of a page with this action, with all text fields empty. */
async function press(reader: Page, { actor, path, action }: Step): Promise<void> {
  const html = await (await ask(actor, path)).text();
  const form = (await formsOf(reader, html)).find(({ name }) => name === action);
  if (!form) throw new Error(`${path} has no form for ${action}`);
  const commentId = valueOfButton(html, 'commentId');
  const fields = { ...form.fixed, ...(action === 'mark-comment-done' ? { commentId } : {}) };
  const answer = await ask(actor, new URL(form.action, new URL(path, server.address)).href, fields);
  expect(answer.status, `${action} on ${path}`).toBe(303);
}

/**
 * Sends every form of a page with invalid input. Returns the names of the refused forms, and of those without a field.
 */
async function checkForms(reader: Page, [actor, path]: [Actor, string]): Promise<string[]> {
  const html = await (await ask(actor, path)).text();
  const held = buttonActionsIn(html);
  const seen = new Set<string>();
  for (const form of await formsOf(reader, html)) {
    const names = Object.entries(form.typed);
    // These have no text fields: there is nothing to mark and nothing to keep.
    if (names.length === 0) held.push(form.name);
    if (seen.has(form.name) || triedElsewhere.has(form.name) || names.length === 0) continue;
    seen.add(form.name);
    for (const text of [wrongText, noText]) {
      const typed = Object.fromEntries(names.map(([name, isLong]) => [name, text(name, isLong)]));
      const answer = await ask(actor, new URL(form.action, new URL(path, server.address)).href, {
        ...form.fixed,
        ...wrongChoices[form.name],
        ...typed,
      });
      const again = await answer.text();
      // An empty optional field is not refused.
      if (answer.status !== 422) continue;
      await expectShownAtItsFault(reader, form, { html: again, typed });
      held.push(form.name);
    }
  }
  return held;
}

/** A held submission, filled in by a program; where the team sees it. */
async function holdLead(): Promise<[Actor, string]> {
  const fields = { name: 'Program', email: 'program@visitor.example', message: 'Buy.', _gotcha: 'yes' };
  await ask('guest', '/forms/contact', { ...fields, form_source: 'contact_form' });
  const inbox = await (await ask('team', '/desk/leads?state=held')).text();
  return ['team', /\/desk\/leads\/[\da-f-]{36}/.exec(inbox)?.[0] ?? 'no lead is held'];
}

/** The pages on which the form for comments takes a reply, and an edit. */
async function commentPages({ projectId, fileId }: SeededServer['seeded']): Promise<[Actor, string][]> {
  const recording = `/desk/projects/${projectId}?file=${fileId}`;
  const html = await (await ask('team', recording)).text();
  const replyTo = valueOfButton(html, 'reply');
  const fields = { fileId, replyTo, commentId: randomUUID(), content: 'A reply' };
  const answer = await ask('team', `/desk/projects/${projectId}?do=reply-to-comment`, fields);
  expect(answer.status).toBe(303);
  return [
    ['team', `${recording}&reply=${replyTo}`],
    ['team', `${recording}&edit=${fields.commentId}`],
  ];
}

/** The pages that set the availability for calls and book one. */
async function callPages(reader: Page, leadId: string): Promise<[Actor, string][]> {
  const hours = '/desk/calls/hours';
  await press(reader, { actor: 'team', path: hours, action: 'add-host', pages: [] });
  const kind = { kindName: 'First session', kindLengthMin: '90', kindPlace: '' };
  expect((await ask('team', `${hours}?do=add-kind`, kind)).status).toBe(303);
  const [host = 'no host'] =
    /\/desk\/calls\/hours\/[\da-f-]{36}/.exec(await (await ask('team', hours)).text()) ?? [];
  return [
    ['team', hours],
    ['team', host],
    ['team', `/desk/leads/${leadId}?calls=book-call`],
  ];
}

test('shows every refused form at its error without scripts, with the typed text', async ({
  page: reader,
}) => {
  const held = new Set<string>();
  const check = async (page: [Actor, string]) => {
    for (const name of await checkForms(reader, page)) held.add(name);
  };
  // Some buttons are only shown next to colleagues.
  const colleague = { name: 'Lena Falk', email: 'lena@client.example', may: 'listen' };
  expect((await ask('client', '/portal/people?do=invite', colleague)).status).toBe(303);
  const request = { requestTitle: 'Drum stems', requestDueOn: '2099-12-04' };
  const { projectId } = server.seeded;
  expect((await ask('team', `/desk/projects/${projectId}?do=request-files`, request)).status).toBe(303);
  const pages = [
    ...pagesOf(server.seeded),
    ...(await commentPages(server.seeded)),
    ...(await callPages(reader, server.seeded.leadId)),
    await holdLead(),
  ];
  for (const page of pages) await check(page);
  for (const step of stepsOf(server.seeded)) {
    await press(reader, step);
    for (const page of step.pages) await check(page);
  }
  const declared = Object.entries(accessPolicy as AccessPolicy).flatMap(([, { POST }]) =>
    typeof POST === 'object' ? Object.keys(POST) : [],
  );
  expect(declared.filter((name) => !held.has(name) && !triedElsewhere.has(name))).toEqual([]);
  expect([...triedElsewhere].filter((name) => held.has(name))).toEqual([]);
});

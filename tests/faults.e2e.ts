import { expect, test, type Page } from '@playwright/test';
import { accessPolicy } from '#src/features/accounts/access/access-policy.ts';
import type { AccessPolicy } from '#src/features/accounts/access/access.ts';
import { content } from './harness/content.ts';
import { formsOf, shownAgain, type FoundForm } from './harness/posted-forms.ts';
import { startSeeded, type SeededServer } from './harness/seeded-server.ts';

// Every form that the server checks is sent as a browser without scripts sends it, with something wrong in it. A new action has
// to be found on one of these pages, or to be named among those in which nothing can be wrong.

type Actor = 'team' | 'client' | 'guest';

let server: SeededServer;

test.beforeAll(async () => {
  server = await startSeeded({ leads: 6, clients: 2, projects: 4, messages: 4 }, { isCounting: false });
});
test.afterAll(() => server.stop());

/** Where the forms are. */
function pagesOf({ clientId, leadId, projectId, fileId }: SeededServer['seeded']): [Actor, string][] {
  const forms = ['brief', 'contact', 'discovery-call', 'lead-capture', 'message'];
  return [
    ...forms.map((form): [Actor, string] => ['guest', `/forms/${form}`]),
    ['guest', '/sign-in'],
    ['guest', '/sign-in/code'],
    ['client', '/portal/messages'],
    ['client', `/portal/projects/${projectId}?file=${fileId}`],
    ['client', '/portal/settings'],
    ['team', `/desk/leads/${leadId}`],
    ['team', `/desk/clients/${clientId}`],
    ['team', '/desk/projects/new'],
    ['team', `/desk/projects/${projectId}`],
    ['team', `/desk/projects/${projectId}?file=${fileId}`],
    ['team', '/desk/invoices'],
    ['team', '/desk/team'],
    ['team', '/account'],
  ];
}

const passkeys = [
  'add',
  'begin-add',
  'begin-confirm',
  'begin-use-passkey',
  'confirm',
  'remove-passkey',
  'remove-passkeys',
];
const onlyPressed = [
  'answer',
  'ask-again',
  'clear-notifications',
  'confirm-invoice',
  'delete',
  'enable',
  'mail-code',
];
const pressedLater = [
  'mark-paid',
  'move',
  'not-now',
  'release',
  'reopen-comment',
  'reopen-milestone',
  'require-approval',
];

/**
 * Actions whose forms stand on none of these pages, in the state that they are in, and actions that need a script's answer. Nothing
 * is typed for them, but for the first project's name of `status`, which `lead-page.test` and `desk-leads.e2e` hold.
 */
const elsewhere = new Set([
  ...passkeys,
  ...onlyPressed,
  ...pressedLater,
  'retry',
  'sign-in',
  'status',
  'withdraw-payment',
]);

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

/** What is typed into every field: far too long, no address, no day, no number, and with all that HTML means something by. */
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

test('every form that is refused is shown at its fault, without scripts, with what was typed', async ({
  page: reader,
}) => {
  test.setTimeout(240_000);
  const checked = new Set<string>();
  // Nothing is typed into these: there is nothing to mark and nothing to keep.
  const fieldless = new Set<string>();
  for (const [actor, path] of pagesOf(server.seeded)) {
    const html = await (await ask(actor, path)).text();
    const seen = new Set<string>();
    for (const form of await formsOf(reader, html)) {
      const names = Object.entries(form.typed);
      if (names.length === 0) fieldless.add(form.name);
      if (seen.has(form.name) || elsewhere.has(form.name) || names.length === 0) continue;
      seen.add(form.name);
      for (const text of [wrongText, noText]) {
        const typed = Object.fromEntries(names.map(([name, isLong]) => [name, text(name, isLong)]));
        const answer = await ask(actor, new URL(form.action, new URL(path, server.address)).href, {
          ...form.fixed,
          ...typed,
        });
        const again = await answer.text();
        // What may be left out is not refused when it is.
        if (answer.status !== 422) continue;
        await expectShownAtItsFault(reader, form, { html: again, typed });
        checked.add(form.name);
      }
    }
  }
  const declared = Object.entries(accessPolicy as AccessPolicy).flatMap(([, { POST }]) =>
    typeof POST === 'object' ? Object.keys(POST) : [],
  );
  const unheld = [...new Set(declared)].filter(
    (name) => !checked.has(name) && !fieldless.has(name) && !elsewhere.has(name),
  );
  expect(unheld.toSorted()).toEqual([]);
});

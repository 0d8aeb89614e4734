import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { accessPolicy } from './access-policy.ts';
import { mayPass, type AccessPolicy } from './access.ts';

const pages = join(projectRootFrom(import.meta.dirname), 'src/pages');

/** The routes that are rendered on request, by their files. */
const renderedRoutes = globSync('{**,.well-known}/*.{astro,ts}', { cwd: pages })
  .filter((file) => /export const prerender = false/.test(readFileSync(join(pages, file), 'utf8')))
  .map((file) => `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`);

test('every route rendered on request is in the access policy, and nothing else is', () => {
  expect(Object.keys(accessPolicy).toSorted()).toEqual(renderedRoutes.toSorted());
});

/** Every line of the policy: what may be asked for (`GET /desk`, `POST /desk?do=move`), and by whom. */
const rules = () =>
  Object.entries(accessPolicy as AccessPolicy).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, access]): [string, string][] =>
      typeof access === 'string'
        ? [[`${method} ${route}`, access]]
        : Object.entries(access).map(([action, who]) => [`${method} ${route}?do=${action}`, who]),
    ),
  );
const askedBy = (...who: readonly string[]) =>
  rules()
    .flatMap(([asked, access]) => (who.includes(access) ? [asked] : []))
    .toSorted();

test('the desk is the team’s alone', () => {
  const desk = rules().filter(([asked]) => / \/desk(\/|\?|\.|$)/.test(asked));
  expect(desk.length).toBeGreaterThan(100);
  expect(askedBy('team', 'recent-team', 'money', 'recent-money')).toEqual(
    desk.map(([asked]) => asked).toSorted(),
  );
  // Backups and exports of everything hold the invoices, too.
  const isAboutMoney =
    /invoice|payment|money|billing|refund|write-off|add-line|save-draft|(lines|taxes)\.csv|export\.json|\.tar$|exports|do=start|do=delete-archive/;
  const withMoney = askedBy('money', 'recent-money', 'money-or-approver');
  expect(withMoney.filter((asked) => !isAboutMoney.test(asked))).toEqual([]);
  expect(askedBy('team', 'recent-team').filter((asked) => isAboutMoney.test(asked))).toEqual([]);
});

test('the portal is for clients; the routes that only approvers or also the team may use are listed here', () => {
  const portal = rules().filter(([asked]) => / \/portal(\/|\?|$)/.test(asked));
  const asks = (...who: string[]) =>
    portal.flatMap(([asked, access]) => (who.includes(access) ? [asked] : [])).toSorted();
  expect(asks('approver', 'recent-approver')).toEqual([
    'GET /portal/invoices',
    'GET /portal/invoices/[id]',
    'POST /portal/invoices/[id]?do=mark-paid',
    'POST /portal/invoices/[id]?do=withdraw-payment',
    'POST /portal/invoices?do=mark-paid',
    'POST /portal/invoices?do=withdraw-payment',
    'POST /portal/people?do=change-may',
    'POST /portal/people?do=invite',
    'POST /portal/people?do=mail-again',
    'POST /portal/people?do=remove',
    'POST /portal/projects/[id]?do=approve-file',
    'POST /portal/projects/[id]?do=request-changes',
    'POST /portal/projects/[id]?do=share-files',
  ]);
  expect(asks('money-or-approver')).toEqual([
    'GET /portal/invoices/[id].json',
    'GET /portal/invoices/[id]/pdf',
  ]);
  expect(asks('team-or-approver')).toEqual([
    'GET /portal/projects/[id]/share',
    'POST /portal/projects/[id]/share?do=edit-link',
    'POST /portal/projects/[id]/share?do=make-link',
    'POST /portal/projects/[id]/share?do=revoke-link',
    'POST /portal/projects/[id]/share?do=send-link',
  ]);
  const read = / \/portal\/((files|message-files|sent-files|sheets)\/\[id\]|projects\/\[id\]\/)/;
  expect(asks('person').filter((asked) => !asked.startsWith('GET ') || !read.test(asked))).toEqual([
    'POST /portal/projects/[id]/comments?do=mark-comment-done',
    'POST /portal/projects/[id]/comments?do=reopen-comment',
  ]);
  expect(asks('client').filter((asked) => / \/portal\/(files|sheets)/.test(asked))).toEqual([]);
  expect(
    asks('client', 'approver', 'recent-approver', 'team-or-approver', 'money-or-approver', 'person'),
  ).toHaveLength(portal.length);
});

test('without signing in one may only open links, send forms and sign in; only these routes are open while the second factor is due', () => {
  const opened = / (\/chat$|\/discovery-call|.*\/\[token\])/;
  expect(askedBy('public', 'visitor').filter((asked) => !opened.test(asked))).toEqual([
    'GET /.well-known/antinode-key.json',
    'GET /.well-known/security.txt',
    'GET /access-restricted',
    'GET /api/visitor',
    'GET /dev/mailbox',
    'GET /dev/mailbox/[id]/[part]',
    'GET /forms/[name]',
    'GET /sign-in',
    'GET /sign-in/code',
    'GET /sign-in/link',
    'GET /verify',
    'GET /verify/[sha256]',
    'POST /access-restricted',
    'POST /account?do=sign-out',
    'POST /sign-in/code?do=enter-code',
    'POST /sign-in/link?do=ask-again',
    'POST /sign-in/link?do=sign-in',
    'POST /sign-in?do=ask-code',
    'POST /sign-in?do=begin-use-passkey',
    'POST /sign-in?do=use-passkey',
  ]);
  expect(askedBy('started', 'recent-started')).toEqual([
    'GET /confirm',
    'GET /sign-in/passkey',
    'POST /confirm?do=enter-code',
    'POST /confirm?do=mail-code',
    'POST /sign-in/passkey?do=add',
    'POST /sign-in/passkey?do=begin-add',
    'POST /sign-in/passkey?do=begin-confirm',
    'POST /sign-in/passkey?do=confirm',
    'POST /sign-in/passkey?do=not-now',
  ]);
});

test('what erases, exports a whole person, changes passkeys or who can sign in asks again', () => {
  const asksAgain = Object.entries(accessPolicy as AccessPolicy).flatMap(([route, { GET, POST }]) => [
    ...(GET?.startsWith('recent-') ? [route] : []),
    ...Object.entries(typeof POST === 'object' ? POST : {}).flatMap(([action, access]) =>
      access.startsWith('recent-') ? [`${route}?do=${action}`] : [],
    ),
  ]);
  expect(asksAgain.toSorted()).toEqual([
    '/account?do=remove-passkey',
    '/desk/clients/[id]/edit?do=edit-person',
    '/desk/clients/[id]/export.json',
    '/desk/clients/[id]/merge?do=merge',
    '/desk/clients/[id]?do=add',
    '/desk/clients/[id]?do=change-may',
    '/desk/clients/[id]?do=disable',
    '/desk/clients/[id]?do=enable',
    '/desk/clients/[id]?do=erase',
    '/desk/clients/[id]?do=erase-person',
    '/desk/clients/import?do=import',
    '/desk/installation/backups/[id].tar',
    '/desk/installation/exports/[id].zip',
    '/desk/installation?do=start',
    '/desk/invoices/settings?do=add-account',
    '/desk/invoices/settings?do=remove-account',
    '/desk/leads/[id]/export.json',
    '/desk/leads/[id]?do=erase',
    '/desk/team?do=allow-money',
    '/desk/team?do=disable',
    '/desk/team?do=enable',
    '/desk/team?do=forbid-money',
    '/desk/team?do=invite',
    '/desk/team?do=remove-passkeys',
    '/desk/team?do=trust-days',
    '/portal/people?do=change-may',
    '/portal/people?do=invite',
    '/portal/people?do=remove',
    '/sign-in/passkey?do=add',
    '/sign-in/passkey?do=begin-add',
  ]);
});

test('a session confirmed minutes ago may do everything else, and nothing that its person may not', () => {
  const person = {
    id: 'p',
    role: 'team',
    name: 'Ada',
    email: 'ada@studio.example',
    canSeeMoney: true,
  } as const;
  const session = { id: 's', person, isComplete: true, isRecent: true };
  expect(mayPass('recent-team', session)).toBe(true);
  expect(mayPass('recent-team', { ...session, isRecent: false })).toBe(false);
  expect(mayPass('team', { ...session, isRecent: false })).toBe(true);
  expect(
    mayPass('recent-team', {
      ...session,
      person: { ...person, role: 'client', clientId: 'c', permission: 'approve' },
    }),
  ).toBe(false);
  expect(mayPass('recent-person', { ...session, isComplete: false })).toBe(false);
  expect(mayPass('recent-started', { ...session, isComplete: false })).toBe(true);
  expect(mayPass('recent-started', null)).toBe(false);
});

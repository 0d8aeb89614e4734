import { expect, test } from 'vitest';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { type Access, createRefusedLog, refuseRequest } from './access.ts';

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const ask = (access: Access, session: Session | null, accept: string | null, method = 'GET') =>
  refuseRequest(access, session, {
    method,
    headers: new Headers(accept === null ? {} : { accept }),
    from: '/desk/leads?x=1',
  });
const sessionOf = (role: 'client' | 'team', isComplete = true, isRecent = true): Session => ({
  id: 's',
  person: {
    id: 'p',
    name: 'Runa',
    email: 'runa@halfmoon.example',
    ...(role === 'team' ? { role, canSeeMoney: true } : { role, clientId: 'c', permission: 'approve' }),
  },
  isComplete,
  isRecent,
});

test('shows Access Restricted to everyone but clients in the portal', () => {
  for (const session of [null, sessionOf('team'), sessionOf('team', false)])
    for (const accept of [html, '*/*', null])
      expect(ask('client', session, accept)).toEqual({ kind: 'page', path: '/access-restricted' });
});

test('actions of only some of a client’s people are answered to all others with Access Restricted', () => {
  for (const session of [null, sessionOf('team'), sessionOf('team', false)])
    for (const access of ['approver', 'recent-approver'] as const)
      expect(ask(access, session, html)).toEqual({ kind: 'page', path: '/access-restricted' });
});

test('a guest is asked to sign in, and a client at the desk gets Access Restricted', () => {
  expect(ask('team', null, html)).toEqual({ kind: 'page', path: '/sign-in' });
  expect(ask('person', null, html, 'POST')).toEqual({ kind: 'page', path: '/sign-in' });
  expect(ask('team', sessionOf('client'), html)).toEqual({ kind: 'page', path: '/access-restricted' });
});

test('programs get a short answer: 401 if not signed in, 403 otherwise', () => {
  for (const accept of ['application/json', 'application/json, text/plain, */*', 'text/event-stream']) {
    expect(ask('team', null, accept)).toEqual({ kind: 'plain', status: 401 });
    expect(ask('client', null, accept)).toEqual({ kind: 'plain', status: 401 });
    expect(ask('team', sessionOf('client'), accept)).toEqual({ kind: 'plain', status: 403 });
    expect(ask('team', sessionOf('team', false), accept)).toEqual({ kind: 'plain', status: 401 });
  }
});

test('a member whose passkey is due is redirected to that step, and their post is not run', () => {
  expect(ask('team', sessionOf('team', false), html)).toEqual({
    kind: 'redirect',
    location: '/sign-in/passkey?next=%2Fdesk%2Fleads%3Fx%3D1',
  });
  expect(ask('team', sessionOf('team', false), html, 'HEAD')).toMatchObject({ kind: 'redirect' });
  expect(ask('team', sessionOf('team', false), html, 'POST')).toEqual({ kind: 'plain', status: 401 });
});

test('a client that accepts pages among other types is shown a page', () => {
  const page = { kind: 'page', path: '/sign-in' };
  for (const accept of ['application/json, text/html', 'image/*, */*'])
    expect(ask('team', null, accept)).toEqual(page);
  for (const accept of ['text/event-stream, */*', 'image/png', ''])
    expect(ask('team', null, accept), accept).toEqual({ kind: 'plain', status: 401 });
});

test('asks a person whose confirmation is too old to confirm again, and gives programs the URL', () => {
  const late = sessionOf('team', true, false);
  expect(ask('recent-team', late, html)).toEqual({ kind: 'confirm' });
  expect(ask('recent-team', late, html, 'POST')).toEqual({ kind: 'confirm' });
  expect(ask('recent-team', late, 'application/json')).toEqual({
    kind: 'plain',
    status: 403,
    confirm: '/confirm',
  });
  expect(ask('recent-team', null, html)).toEqual({ kind: 'page', path: '/sign-in' });
  expect(ask('recent-team', sessionOf('client', true, false), html)).toEqual({
    kind: 'page',
    path: '/access-restricted',
  });
  expect(ask('recent-approver', sessionOf('client', true, false), html, 'POST')).toEqual({ kind: 'confirm' });
  expect(ask('recent-person', sessionOf('team', false, false), html)).toMatchObject({ kind: 'redirect' });
  expect(ask('recent-started', sessionOf('team', false, false), html)).toEqual({ kind: 'confirm' });
});

test('refusals are logged with ids and the product’s own names, and one person cannot flood the log', () => {
  const lines: object[] = [];
  const time = { ms: Date.parse('2026-01-02T03:04:05Z') };
  const services = {
    clock: { now: () => new Date(time.ms) },
    log: { warn: (event: string, fields?: object) => lines.push({ event, ...fields }) },
  } as unknown as Parameters<ReturnType<typeof createRefusedLog>>[0];
  const refused = createRefusedLog();
  const asked = { method: 'POST', route: '/desk/clients/[id]' };
  const fine = [null, sessionOf('team', false), sessionOf('team', true, false)];
  for (const session of fine) refused(services, 'recent-team', session, asked);
  expect(lines).toEqual([]);
  for (let times = 0; times < 100; times += 1) refused(services, 'recent-team', sessionOf('client'), asked);
  const line = { event: 'access refused', person: 'p', role: 'client', ...asked, for: 'team' };
  expect(lines).toEqual([...Array.from({ length: 19 }, () => line), { ...line, more: 'left out' }]);
  time.ms += 10 * 60_000;
  refused(services, 'recent-team', sessionOf('client'), asked);
  expect(lines).toHaveLength(21);
});

import { expect, test } from 'vitest';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { turnAway } from './turn-away.ts';

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';
const ask = (
  access: 'client' | 'team' | 'person',
  session: Session | null,
  accept: string | null,
  method = 'GET',
) =>
  turnAway(access, session, {
    method,
    headers: new Headers(accept === null ? {} : { accept }),
    from: '/desk/leads?x=1',
  });
const sessionOf = (role: 'client' | 'team', isComplete = true): Session => ({
  id: 's',
  person: { id: 'p', role, name: 'Runa', email: 'runa@halfmoon.example' },
  isComplete,
});

test('the portal answers everybody but its clients with Access Restricted', () => {
  for (const session of [null, sessionOf('team'), sessionOf('team', false)])
    for (const accept of [html, '*/*', null])
      expect(ask('client', session, accept)).toEqual({ kind: 'page', path: '/access-restricted' });
});

test('a guest is asked to sign in, and a client at the desk gets Access Restricted', () => {
  expect(ask('team', null, html)).toEqual({ kind: 'page', path: '/sign-in' });
  expect(ask('person', null, html, 'POST')).toEqual({ kind: 'page', path: '/sign-in' });
  expect(ask('team', sessionOf('client'), html)).toEqual({ kind: 'page', path: '/access-restricted' });
});

test('programs get a short answer: 401 for whoever is not signed in, 403 for whoever is', () => {
  for (const accept of ['application/json', 'application/json, text/plain, */*', 'text/event-stream']) {
    expect(ask('team', null, accept)).toEqual({ kind: 'plain', status: 401 });
    expect(ask('client', null, accept)).toEqual({ kind: 'plain', status: 401 });
    expect(ask('team', sessionOf('client'), accept)).toEqual({ kind: 'plain', status: 403 });
    expect(ask('team', sessionOf('team', false), accept)).toEqual({ kind: 'plain', status: 401 });
  }
});

test('a member whose passkey is due is redirected to that step, and what they posted is not done', () => {
  expect(ask('team', sessionOf('team', false), html)).toEqual({
    kind: 'redirect',
    location: '/sign-in/passkey?next=%2Fdesk%2Fleads%3Fx%3D1',
  });
  expect(ask('team', sessionOf('team', false), html, 'POST')).toEqual({ kind: 'plain', status: 401 });
});

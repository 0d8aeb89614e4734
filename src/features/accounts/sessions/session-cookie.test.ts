import { expect, test } from 'vitest';
import { signInCookieOf, findKeptSignIn } from '../sign-in/sign-in-actions.ts';
import { visitorCookiesOf } from '#src/features/leads/submissions/visitor.ts';
import { browserCookieOf, browserTokenOf } from './known-browsers.ts';
import { sessionLives } from './session.ts';
import { endedCookieOf, sessionCookiesOf, sessionTokenOf } from './session-cookie.ts';

test('over TLS no script can read the session cookie and no other host can set it', () => {
  const [session] = sessionCookiesOf('token', 60, true);
  expect(session).toBe('__Host-antinode_session=token; HttpOnly; Max-Age=60; Path=/; SameSite=Lax; Secure');
  expect(endedCookieOf(true)).toBe(
    '__Host-antinode_session=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax; Secure',
  );
  expect(sessionTokenOf('a=b; __Host-antinode_session=token', true)).toBe('token');
  expect(sessionTokenOf('antinode_session=token', true), 'what plain http could have set').toBeNull();
});

test('a browser is known for longer than any session, and by no script', () => {
  expect(browserCookieOf('token', true)).toBe(
    '__Host-antinode_browser=token; HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure',
  );
  expect(browserTokenOf('__Host-antinode_browser=token', true)).toBe('token');
});

test('signing in never shortens the mark that a sent form has set', () => {
  const [, sent = ''] = visitorCookiesOf('id', 'secret', true);
  const team = sessionLives.team.longestMs / 1000;
  expect(sessionCookiesOf('token', team, true)[1]).toBe(sent);
  expect(sent).toContain('Max-Age=15552000');
});

test('a request to sign in comes back as it was typed, and a forged one does not', () => {
  const asked = { email: 'Rúna+1@halfmoon.example', next: '/portal' };
  const plain = { email: 'Runa+1@halfmoon.example', next: null };
  const cookieOf = (value: string) => value.split(';', 1)[0] ?? '';
  expect(findKeptSignIn(cookieOf(signInCookieOf(plain, true)), true)).toEqual(plain);
  expect(findKeptSignIn(cookieOf(signInCookieOf({ ...plain, next: '/portal' }, false)), false)?.next).toBe(
    '/portal',
  );
  expect(
    findKeptSignIn(cookieOf(signInCookieOf(asked, true)), true),
    'no address that could be mailed',
  ).toBeNull();
  const long = `/${'x'.repeat(499)}`;
  expect(findKeptSignIn(cookieOf(signInCookieOf({ ...plain, next: long }, true)), true)?.next).toBe(long);
  const longer = signInCookieOf({ ...plain, next: `${long}x` }, true);
  expect(findKeptSignIn(cookieOf(longer), true), 'no address that fills the cookie').toEqual(plain);
  expect(longer).toContain('Max-Age=900;');
  for (const value of ['', 'x', 'e30', Buffer.from('[1]').toString('base64url')])
    expect(findKeptSignIn(`antinode_sign_in=${value}`, false)).toBeNull();
});

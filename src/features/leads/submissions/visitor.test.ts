import { expect, test } from 'vitest';
import { findVisitorId, visitorCookiesOf, visitorIdOf } from './visitor.ts';

const secret = 'a secret for tests only';
const id = visitorIdOf(secret, '7d9f6d0e-51a8-4f4e-9f3c-1e8d2b1a0c11');
const pairOf = (isSecure: boolean) => visitorCookiesOf(id, secret, isSecure)[0]?.split(';')[0] ?? '';

test('recognises a visitor only by a cookie that we signed', () => {
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(findVisitorId(`a=b; ${pairOf(true)}`, secret, true)).toBe(id);
  expect(findVisitorId(pairOf(false), secret, false)).toBe(id);
  for (const forged of [
    null,
    '',
    pairOf(false),
    pairOf(true).replace(/.$/, ''),
    pairOf(true).replace(
      id,
      id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    `__Host-antinode_visitor=${id}`,
  ]) {
    expect(findVisitorId(forged, secret, true)).toBeNull();
  }
  expect(findVisitorId(pairOf(true), 'another secret', true)).toBeNull();
});

test('scripts see only the cookie’s presence, and over TLS no other host can set it', () => {
  const [own = '', hint = ''] = visitorCookiesOf(id, secret, true);
  expect(own).toMatch(/^__Host-antinode_visitor=\S+; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/);
  expect(hint).toMatch(/^__Host-antinode_known=1; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/);
});

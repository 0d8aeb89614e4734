import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { locationOf, redirectTargetOf } from './redirect-target.ts';

test.each([
  ['/desk/projects?filter=?€#card', '/desk/projects?filter=?%E2%82%AC#card'],
  ['/desk?q=a b\r\nSet-Cookie: x', '/desk?q=a%20b%0D%0ASet-Cookie:%20x'],
  ['/desk?q=half \ud83c', '/desk?q=half%20%EF%BF%BD'],
  ['/desk?q=%20#a', '/desk?q=%20#a'],
])('the way on to %s can stand in a header', (path, location) => {
  expect(locationOf(path)).toBe(location);
  expect(new Headers({ location: locationOf(path) }).get('location')).toBe(location);
});

const origin = 'https://studio.example';
const targetOf = (next: string | undefined) => redirectTargetOf(next, origin, '/home');

test.each([
  ['/', '/'],
  ['/production?tab=post#list', '/production?tab=post#list'],
  ['https://studio.example/#contact', '/#contact'],
  ['https://somebody@studio.example/portal', '/portal'],
])('a form may send its visitor on to %s', (next, target) => {
  expect(targetOf(next)).toBe(target);
});

test.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  ' //evil.example',
  'https:/\\evil.example',
  'https://studio.example@evil.example/',
  'https://studio.example.evil.example/',
  'https://studio.example//evil.example',
  '/.//evil.example',
  'http://studio.example/',
  'https://studio.example:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('a form never sends its visitor on to %j', (next) => {
  expect(targetOf(next)).toBe('/home');
});

test('keeps browsers on our origin and headers intact, whatever the target', () => {
  const hostile = fc.stringMatching(/^[/\\.:@\t\n\r #?a-c%0]*$/);
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string(), fc.webUrl()), (next) => {
      const target = targetOf(next);
      expect(new URL(target, origin).origin).toBe(origin);
      expect(target).toMatch(/^\/[\x21-\x7e]*$/);
    }),
  );
});

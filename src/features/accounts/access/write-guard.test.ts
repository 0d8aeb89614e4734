import { expect, test } from 'vitest';
import type { Services } from '#src/platform/services/services.ts';
import { isForeignWrite, ownOriginsOf } from './write-guard.ts';

const own = ['https://studio.example'];
const ask = (method: string, headers: Record<string, string>) =>
  isForeignWrite(
    { method, origin: headers['origin'] ?? null, fetchSite: headers['sec-fetch-site'] ?? null },
    own,
  );

test.each<[string, Record<string, string>]>([
  ['another site', { origin: 'https://evil.example' }],
  ['a subdomain', { origin: 'https://a.studio.example' }],
  ['our host without TLS', { origin: 'http://studio.example' }],
  ['our host on another port', { origin: 'https://studio.example:8443' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed page elsewhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a sister site', { 'sec-fetch-site': 'same-site' }],
])('a write from %s is refused', (_who, headers) => {
  expect(ask('POST', headers)).toBe(true);
  expect(ask('DELETE', headers)).toBe(true);
  expect(ask('GET', headers)).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ['our own page', { origin: 'https://studio.example', 'sec-fetch-site': 'same-origin' }],
  ['our own page under no-referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['a program that is no browser', {}],
  ['somebody at the address bar', { 'sec-fetch-site': 'none' }],
])('a write from %s is accepted', (_who, headers) => {
  expect(ask('POST', headers)).toBe(false);
});

test('only pages of the public address are ours; without one, those of the address that was asked for', () => {
  const [origin, asked] = ['https://studio.example', 'http://192.0.2.1:4321'];
  const originsOf = (publicUrl: string | null) =>
    ownOriginsOf({ config: { publicUrl }, origin } as Pick<Services, 'config' | 'origin'>, asked);
  expect(originsOf(origin)).toEqual([origin]);
  expect(originsOf(null)).toEqual([origin, asked]);
});

test('a method that only reads is never a write', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(ask(method, { origin: 'https://evil.example' })).toBe(false);
  for (const method of ['PUT', 'PATCH']) expect(ask(method, { origin: 'https://evil.example' })).toBe(true);
});

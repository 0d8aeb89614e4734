import { expect, test } from 'vitest';
import { siteOriginOf } from './site-origin.ts';

test('a build is for the public origin, or for the sample studio on this machine', () => {
  expect(siteOriginOf({ PUBLIC_URL: 'https://studio.example/' })).toBe('https://studio.example');
  expect(siteOriginOf({})).toBe('http://localhost:3000');
  expect(siteOriginOf({ PUBLIC_URL: '' })).toBe('http://localhost:3000');
});

test('a malformed address is not the place to stop: the server names it with every other problem', () => {
  expect(siteOriginOf({ PUBLIC_URL: 'studio' })).toBe('http://localhost:3000');
});

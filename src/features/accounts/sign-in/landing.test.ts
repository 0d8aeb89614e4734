import { expect, test } from 'vitest';
import { landingOf } from './sign-in.ts';

test.each([null, '', '//evil.example', 'https://evil.example/portal', '/\\evil.example', '/%2f/../..//evil'])(
  'going on to %s leads to no other site',
  (next) => {
    expect(landingOf('client', next)).toMatch(/^\/(?!\/)/);
    expect(landingOf('client', next)).not.toMatch(/^\/\\/);
  },
);

test('after signing in a person goes to the page they wanted, or to their start page', () => {
  expect(landingOf('client', '/portal/projects/1?x=1#files')).toBe('/portal/projects/1?x=1#files');
  expect(landingOf('team', '/desk/leads/1')).toBe('/desk/leads/1');
  expect(landingOf('team', '/account')).toBe('/account');
  expect(landingOf('team', '/deskwork')).toBe('/deskwork');
  expect(landingOf('client', '/desktop/x')).toBe('/desktop/x');
  expect(landingOf('team', '/portal-news?x')).toBe('/portal-news?x');
  expect(landingOf('client', null)).toBe('/portal');
  expect(landingOf('team', null)).toBe('/desk');
});

test('never redirects to the other role’s pages or to the sign-in pages after signing in', () => {
  expect(landingOf('client', '/desk')).toBe('/portal');
  expect(landingOf('client', '/desk/leads/1')).toBe('/portal');
  expect(landingOf('team', '/portal?x')).toBe('/desk');
  expect(landingOf('team', '/sign-in/link?token=x')).toBe('/desk');
  expect(landingOf('client', '/access-restricted')).toBe('/portal');
});

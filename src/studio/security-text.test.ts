import { expect, test } from 'vitest';
import site from '#content/site.yaml';
import { securityTextOf } from './security-text.ts';

const now = new Date('2026-11-21T10:00:00Z');

test('security.txt names the contact, and a day half a year after it is read', () => {
  expect(securityTextOf(now, null).split('\n')).toEqual([
    `Contact: mailto:${site.contactEmail}`,
    'Expires: 2027-05-20T10:00:00.000Z',
    `Preferred-Languages: ${site.language}`,
    '',
  ]);
});

test('security.txt names its own address where there is a public one', () => {
  expect(securityTextOf(now, 'https://studio.example')).toContain(
    '\nCanonical: https://studio.example/.well-known/security.txt\n',
  );
});

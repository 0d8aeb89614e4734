import { expect, test } from 'vitest';
import site from '#content/site.yaml';
import { isSignedChallenge, relyingPartyOf, signedChallenge } from './webauthn.ts';

const now = new Date('2026-11-21T10:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const secret = 'a secret for tests only';

test('a signed challenge holds for five minutes, here alone, and as it was made', () => {
  const bytes = signedChallenge(secret, now);
  const text = bytes.toString('base64url');
  expect(isSignedChallenge(secret, later(4), text)).toBe(true);
  expect(isSignedChallenge(secret, later(5), text)).toBe(false);
  expect(isSignedChallenge('another secret', now, text)).toBe(false);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(isSignedChallenge(secret, now, changed.toString('base64url'))).toBe(false);
  }
  for (const other of ['', 'a', text.slice(1), `${text}aa`])
    expect(isSignedChallenge(secret, now, other)).toBe(false);
});

test('a passkey is for the public address, and without one for the address that was asked for', () => {
  const asked = new URL('http://localhost:4321/sign-in?do=use-passkey');
  expect(relyingPartyOf('https://studio.example', asked)).toEqual({
    name: site.name,
    id: 'studio.example',
    origin: 'https://studio.example',
  });
  expect(relyingPartyOf(null, asked)).toEqual({
    name: site.name,
    id: 'localhost',
    origin: 'http://localhost:4321',
  });
});

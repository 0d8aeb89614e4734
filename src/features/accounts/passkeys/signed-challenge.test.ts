import { expect, test } from 'vitest';
import { isSignedChallenge, signedChallenge } from './signed-challenge.ts';

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

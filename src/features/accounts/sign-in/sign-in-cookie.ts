import { ownCookie } from '#src/platform/http/own-cookie.ts';
import { isEmail, longest } from '#src/platform/field.schema.ts';

/** The address that asked to sign in from this browser, kept so that it need not be typed again with the code. */
export type KeptSignIn = { readonly email: string; readonly next: string | null };

const maxAgeSeconds = 900;
const longestNext = 500;
const signInCookie = ownCookie('antinode_sign_in');

/** The Set-Cookie value that keeps a request for a quarter of an hour; no address ever stands in one of our URLs. */
export function signInCookieOf({ email, next }: KeptSignIn, isSecure: boolean): string {
  const kept = { email, ...(next !== null && next.length <= longestNext ? { next } : {}) };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return signInCookie.set(value, maxAgeSeconds, isSecure);
}

/** The Set-Cookie value that removes it. */
export const removedSignInCookieOf = signInCookie.removed;

/** The request that a Cookie header carries; null without one, or where we could not have written it. */
export function findKeptSignIn(cookies: string | null, isSecure: boolean): KeptSignIn | null {
  const value = signInCookie.in(cookies, isSecure);
  if (value === null) return null;
  try {
    const kept = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, unknown>;
    const { email, next } = kept;
    if (typeof email !== 'string' || email.length > longest.email || !isEmail(email)) return null;
    return { email, next: typeof next === 'string' ? next : null };
  } catch {
    return null;
  }
}

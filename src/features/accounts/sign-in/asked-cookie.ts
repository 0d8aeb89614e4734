import { cookieValueOf } from '#src/platform/http/cookie-value.ts';
import { isEmail, longest } from '#src/platform/field.schema.ts';

/** Who asked to sign in from this browser, so that the address need not be typed again beside the code. */
export type Asked = { readonly email: string; readonly next: string | null };

const maxAgeSeconds = 900;
const longestNext = 500;
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-antinode_sign_in' : 'antinode_sign_in');

/** The Set-Cookie value that keeps it for a quarter of an hour; no address ever stands in one of our URLs. */
export function askedCookieOf({ email, next }: Asked, isSecure: boolean): string {
  const kept = { email, ...(next !== null && next.length <= longestNext ? { next } : {}) };
  const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return `${nameOf(isSecure)}=${value}; HttpOnly; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The Set-Cookie value that forgets it. */
export const forgottenCookieOf = (isSecure: boolean) =>
  `${nameOf(isSecure)}=; HttpOnly; Max-Age=0; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** What a Cookie header says of it; null where it says nothing that we could have written. */
export function findAsked(cookies: string | null, isSecure: boolean): Asked | null {
  const value = cookieValueOf(cookies, nameOf(isSecure));
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

import { cookieValueOf } from '#src/platform/http/cookie-value.ts';

const knownName = 'antinode_known';

/** Only a cookie that came over TLS may carry the prefix that keeps other hosts from setting it. */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-antinode_session' : 'antinode_session');

const attributesOf = (isSecure: boolean) => `Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The token that a Cookie header holds; null without one. */
export const sessionTokenOf = (cookies: string | null, isSecure: boolean): string | null =>
  cookieValueOf(cookies, nameOf(isSecure));

/** The Set-Cookie values of a new session: the token, and the mark that tells scripts to ask who this is. */
export function sessionCookiesOf(token: string, maxAgeSeconds: number, isSecure: boolean): string[] {
  const rest = `Max-Age=${maxAgeSeconds}; ${attributesOf(isSecure)}`;
  return [`${nameOf(isSecure)}=${token}; HttpOnly; ${rest}`, `${knownName}=1; ${rest}`];
}

/** The Set-Cookie value that ends a session in the browser. */
export const endedCookieOf = (isSecure: boolean) =>
  `${nameOf(isSecure)}=; HttpOnly; Max-Age=0; ${attributesOf(isSecure)}`;

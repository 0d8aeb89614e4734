import { ownCookie } from '#src/platform/http/own-cookie.ts';

const daysKept = 180;
const knownCookie = ownCookie('antinode_known', { isReadable: true });

/**
 * Returns the Set-Cookie value that tells scripts that the server knows this browser. Its lifetime is always the same,
 * so that signing in never shortens that of a sent form. Over TLS no other host can set it, like all cookies of the
 * product.
 */
export const knownCookieOf = (isTls: boolean) => knownCookie.set('1', daysKept * 86_400, isTls);

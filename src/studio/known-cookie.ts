import { ownCookie } from '#src/platform/http/own-cookie.ts';

const daysKept = 180;
const knownCookie = ownCookie('antinode_known', { isReadable: true });

/**
 * The Set-Cookie value of the mark that tells scripts that the server knows this browser. It always lasts equally long, so that
 * signing in never shortens what a sent form has set. Over TLS no other host can set it, like all cookies of the product.
 */
export const knownCookieOf = (isTls: boolean) => knownCookie.set('1', daysKept * 86_400, isTls);

const daysKept = 180;
const name = 'antinode_known';

/**
 * The Set-Cookie value of the mark that tells scripts that the server knows this browser. It always lasts equally long, so that
 * signing in never shortens what a sent form has set. Over TLS no other host can set it, like all cookies of the product.
 */
export const knownCookieOf = (isTls: boolean) =>
  `${isTls ? '__Host-' : ''}${name}=1; Max-Age=${daysKept * 86_400}; Path=/; SameSite=Lax${isTls ? '; Secure' : ''}`;

const daysKept = 180;

/**
 * The Set-Cookie value of the mark that tells scripts that the server knows this browser. It lasts as long whoever sets it, so
 * that signing in never shortens what a sent form has set.
 */
export const knownCookieOf = (isTls: boolean) =>
  `antinode_known=1; Max-Age=${daysKept * 86_400}; Path=/; SameSite=Lax${isTls ? '; Secure' : ''}`;

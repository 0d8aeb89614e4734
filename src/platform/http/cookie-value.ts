/** The value of the first cookie of this name in a Cookie header; null without one. */
export function cookieValueOf(cookies: string | null, name: string): string | null {
  const found = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

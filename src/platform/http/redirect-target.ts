/** Returns a path of ours as a Location header value: non-ASCII characters are encoded. */
export const locationOf = (path: string) =>
  path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));

/**
 * Returns the redirect path after a form: `next` if it is on our origin, else `fallback`. Parsed by the same rules as
 * in browsers, so that both agree.
 */
export function redirectTargetOf(next: string | undefined, origin: string, fallback: string): string {
  if (!next || !URL.canParse(next, origin)) return fallback;
  const url = new URL(next, origin);
  // A leading `//host` would be another site in a Location header.
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** A path of ours as a Location header can carry it: what stands outside of ASCII is encoded. */
export const locationOf = (path: string) =>
  path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));

/**
 * The path to send a visitor to after a form: `next` when it leads to our own origin, else `fallback`.
 * Read by the same rules as a browser reads it, so that nothing slips through in between.
 */
export function redirectTargetOf(next: string | undefined, origin: string, fallback: string): string {
  if (!next || !URL.canParse(next, origin)) return fallback;
  const url = new URL(next, origin);
  // `//host` at the start of a path would be read as another site when sent back alone.
  if (url.origin !== origin || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
}

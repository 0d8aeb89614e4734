import type { Services } from '#src/platform/services.ts';

/** What a request says of where it comes from; null where it says nothing. */
export type Sender = { method: string; origin: string | null; fetchSite: string | null };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Is this a write that a page of another site sent? Browsers say so in Origin, or in Sec-Fetch-Site where a page hides its
 * origin. A program that is no browser says neither, and carries nobody's cookies.
 */
export function isForeignWrite(
  { method, origin, fetchSite }: Sender,
  ownOrigins: readonly string[],
): boolean {
  if (safeMethods.has(method)) return false;
  if (origin !== null && origin !== 'null') return !ownOrigins.includes(origin);
  if (fetchSite !== null) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  return origin === 'null';
}

/** The origins whose pages are ours. Without a public address the studio answers under every name of this machine. */
export const ownOriginsOf = (
  { config, origin }: Pick<Services, 'config' | 'origin'>,
  asked: string,
): string[] => (config.publicUrl === null ? [origin, asked] : [origin]);

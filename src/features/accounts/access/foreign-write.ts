import type { Services } from '#src/platform/services/services.ts';

/** The headers that say where a request comes from; null if they are missing. */
export type Sender = { method: string; origin: string | null; fetchSite: string | null };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if a page of another site sent this write. Browsers tell by Origin, or by Sec-Fetch-Site if a page hides its origin. Other
 * programs send neither header, and carry no cookies of a browser.
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

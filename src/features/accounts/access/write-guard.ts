import type { Services } from '#src/platform/services/services.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import type { RateLimit } from '#src/platform/limits/rate-limit.ts';

/** Never refused, so that a session can always be ended. */
const unlimited = new Set(['sign-out', 'end-session', 'end-trust', 'end-others']);

/** Actions whose text others have to read, and are emailed about. */
const texts = new Set([
  'add-comment',
  'answer',
  'edit-comment',
  'make-link',
  'note',
  'reply',
  'reply-to-comment',
  'say',
  'send-message',
]);

const windowMs = 15 * minuteMs;

/**
 * Returns the rate limits of a signed-in person's action: far above what anyone does by hand, and low enough that a script with their
 * session fills neither the database nor other people's mailboxes.
 */
export function writeLimitsOf(personId: string, action: string): RateLimit[] {
  if (unlimited.has(action)) return [];
  const all = { name: 'writes of a person', subject: personId, limit: 3000, windowMs };
  if (!texts.has(action)) return [all];
  return [
    all,
    { name: 'texts of a person', subject: personId, limit: 100, windowMs },
    { name: 'texts of a person, day', subject: personId, limit: 1000, windowMs: dayMs },
  ];
}

/** The method and origin headers of a request; null if a header is missing. */
export type Sender = { method: string; origin: string | null; fetchSite: string | null };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns true if a page of another site sent this write. Browsers send Origin, or Sec-Fetch-Site if a page hides its origin.
 * Other programs send neither header, and no cookies of a browser.
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

/** Returns this product's own origins. Without a public URL it also accepts the host name of the request. */
export const ownOriginsOf = (
  { config, origin }: Pick<Services, 'config' | 'origin'>,
  asked: string,
): string[] => (config.publicUrl === null ? [origin, asked] : [origin]);

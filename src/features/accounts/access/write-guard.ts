import type { Services } from '#src/platform/services/services.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import type { RateLimit } from '#src/platform/limits/rate-limit.ts';

/** Never refused, so that somebody can always end a session. */
const unlimited = new Set(['sign-out', 'end-session', 'end-others']);

/** What others have to read, and get an email about. */
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

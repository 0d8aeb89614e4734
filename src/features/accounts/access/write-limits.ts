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

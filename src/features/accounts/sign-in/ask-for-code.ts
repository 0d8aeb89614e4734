import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf, foldedAddressOf } from '#src/platform/mail/mail-address.ts';
import { networkLimits, type RateLimit, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { isKnownBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { dayMs, minuteMs } from '#src/platform/durations.ts';
import { requestSignInMail } from './sign-in-requests.ts';

const quarterMs = 15 * minuteMs;

/** Where a request for a code comes from: its network, and the token of its browser if it has been used to sign in before. */
export type Asker = { readonly network: string; readonly browserToken: string | null };

/** Checked in this order, so that a network that is over its own limit uses up no other. */
function strangerLimits(email: string, network: string): RateLimit[] {
  const address = foldedAddressOf(email);
  const both = `${address}\n${network}`;
  return [
    ...networkLimits(network, { name: 'sign-in network', limit: 10, windowMs: quarterMs }),
    { name: 'sign-in address and network', subject: both, limit: 3, windowMs: quarterMs },
    { name: 'sign-in address and network, day', subject: both, limit: 10, windowMs: dayMs },
    { name: 'sign-in address, day', subject: address, limit: 30, windowMs: dayMs },
  ];
}

/** The limits of a browser in which this address has signed in before; other browsers cannot use them up. */
function browserLimits(email: string, token: string): RateLimit[] {
  const subject = `${foldedAddressOf(email)}\n${token}`;
  return [
    { name: 'sign-in known browser', subject, limit: 5, windowMs: quarterMs },
    { name: 'sign-in known browser, day', subject, limit: 30, windowMs: dayMs },
  ];
}

/**
 * Queues the mail with a code and a link for an address; false if a limit is used up. Callers must not show that, nor whether the
 * address is known: every address is treated alike here, and the job looks for its person. A browser in which the address has
 * signed in before has limits of its own.
 */
export async function askForCode(
  { db, jobs, rateLimiter, clock }: QueueServices & { readonly db: Db; readonly rateLimiter: RateLimiter },
  {
    email,
    asker,
    next,
    reason = 'asked',
  }: { email: string; asker: Asker; next: string | null; reason?: 'asked' | 'confirm' },
): Promise<boolean> {
  const emailKey = emailKeyOf(email);
  const { network, browserToken } = asker;
  const isKnown = browserToken !== null && (await isKnownBrowser(db, browserToken, emailKey));
  const limits = isKnown ? browserLimits(email, browserToken) : strangerLimits(email, network);
  const counted = await rateLimiter.hit(db, limits);
  if (!counted.ok) return false;
  const now = clock.now();
  await db.transaction((tx) => requestSignInMail(tx, { jobs, now }, { emailKey, reason, next }));
  return true;
}

/**
 * May another code be tried from here? Each code has five tries; this limits those of one network at many addresses. A browser
 * in which the address has signed in before does not depend on what others of its network try.
 */
export async function mayTryCode(
  { db, rateLimiter }: { db: Db; rateLimiter: RateLimiter },
  { email, asker: { network, browserToken } }: { email: string; asker: Asker },
): Promise<boolean> {
  const isKnown = browserToken !== null && (await isKnownBrowser(db, browserToken, emailKeyOf(email)));
  const rule = { name: 'sign-in tries', limit: 200, windowMs: quarterMs };
  const limits = isKnown ? [{ ...rule, subject: browserToken }] : networkLimits(network, rule);
  return (await rateLimiter.hit(db, limits)).ok;
}

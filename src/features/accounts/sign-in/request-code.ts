import { and, eq, inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { isKnownBrowser } from '#src/features/accounts/sessions/known-browsers.ts';
import { securityLog } from '../security-log/security-log.table.ts';
import { wideNetworkOf } from '#src/platform/client-address.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { wideNetworkLimit, type RateLimit, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { emailKeyOf, foldedAddressOf } from '#src/platform/mail/mail-address.ts';
import { signInLifeMs } from './sign-in-codes.ts';
import { requestSignInMail } from './sign-in-requests.ts';

const quarterMs = 15 * minuteMs;

/** Where a request for a code comes from: its network, and the token of its browser if it has been used to sign in before. */
export type Asker = { readonly network: string; readonly browserToken: string | null };

const sharedLimit = 'sign-in address, day';

/**
 * Checked in this order, so that a network over its own limit uses up no other. A /48 is one network, because it usually belongs to
 * one subscriber.
 */
function newBrowserLimits(email: string, network: string): RateLimit[] {
  const address = foldedAddressOf(email);
  const both = `${address}\n${wideNetworkOf(network)}`;
  return [
    wideNetworkLimit(network, { name: 'sign-in network', limit: 10, windowMs: quarterMs }),
    { name: 'sign-in address and network', subject: both, limit: 3, windowMs: quarterMs },
    { name: 'sign-in address and network, day', subject: both, limit: 10, windowMs: dayMs },
    { name: sharedLimit, subject: address, limit: 30, windowMs: dayMs },
  ];
}

/** The limits of a browser in which this address has signed in before; other browsers cannot use them up. */
function knownBrowserLimits(email: string, token: string): RateLimit[] {
  const subject = `${foldedAddressOf(email)}\n${token}`;
  return [
    { name: 'sign-in known browser', subject, limit: 5, windowMs: quarterMs },
    { name: 'sign-in known browser, day', subject, limit: 30, windowMs: dayMs },
  ];
}

/** Returns true if the person with this address has signed in from this network in the last ninety days. */
async function hasSignedInFrom(db: Db, network: string, emailKey: string): Promise<boolean> {
  const found = await db
    .select({ id: securityLog.id })
    .from(securityLog)
    .innerJoin(people, eq(people.id, securityLog.personId))
    .where(
      and(
        eq(people.emailKey, emailKey),
        eq(securityLog.network, network),
        inArray(securityLog.kind, ['signed-in', 'signed-in-anew']),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/**
 * Once all networks together have used up the daily limit of an address, one email an hour is still sent. Its code and link are
 * valid until the next one can be sent, so that the mailbox always holds a valid one, no matter who requested it.
 */
const reserveMs = hourMs;
const reserveLifeMs = reserveMs + signInLifeMs;

type Counting = { readonly db: Db; readonly rateLimiter: RateLimiter };

/** Counts a request for an email. Returns how long its code and link are valid, in milliseconds; null if a limit is used up. */
async function countRequest(
  { db, rateLimiter }: Counting,
  email: string,
  { network, browserToken }: Asker,
): Promise<number | null> {
  const emailKey = emailKeyOf(email);
  const isKnown = browserToken !== null && (await isKnownBrowser(db, browserToken, emailKey));
  const limits = isKnown ? knownBrowserLimits(email, browserToken) : newBrowserLimits(email, network);
  const counted = await rateLimiter.hit(db, limits);
  if (counted.ok) return signInLifeMs;
  if (counted.name !== sharedLimit) return null;
  if (await hasSignedInFrom(db, network, emailKey)) return signInLifeMs;
  const subject = foldedAddressOf(email);
  const reserve = { name: 'sign-in address, reserve', subject, limit: 1, windowMs: reserveMs };
  return (await rateLimiter.hit(db, [reserve])).ok ? reserveLifeMs : null;
}

/**
 * Queues the email with a code and a link for an address. Returns false if a limit is used up. Callers must not reveal that, nor
 * whether the address is known: every address is handled alike here, and the job looks up its person. A browser in which the address
 * has signed in before has its own limits.
 */
export async function askForCode(
  { db, jobs, rateLimiter, clock }: QueueServices & Counting,
  {
    email,
    asker,
    next,
    reason = 'asked',
  }: { email: string; asker: Asker; next: string | null; reason?: 'asked' | 'confirm' },
): Promise<boolean> {
  const lifeMs = await countRequest({ db, rateLimiter }, email, asker);
  if (lifeMs === null) return false;
  const asked = { emailKey: emailKeyOf(email), reason, next, lifeMs };
  await db.transaction((tx) => requestSignInMail(tx, { jobs, now: clock.now() }, asked));
  return true;
}

export type CountedTry =
  /** `from` is what the tries of a code are counted under: the network, or a browser that has signed in before. */
  | { readonly ok: true; readonly from: string }
  | { readonly ok: false; readonly reason: 'network' | 'address' };

const triesOfAddress = 'sign-in tries, address';

/**
 * Counts a try of a code. Each code has five tries a network; this limits those of one network at many addresses, and those of
 * many networks at one address, which can still sign in with the link. Attempts by others do not affect a browser in which the
 * address has signed in before, or a network that the person has signed in from.
 */
export async function countTry(
  { db, rateLimiter }: Counting,
  { email, asker: { network, browserToken } }: { email: string; asker: Asker },
): Promise<CountedTry> {
  const emailKey = emailKeyOf(email);
  const isKnown = browserToken !== null && (await isKnownBrowser(db, browserToken, emailKey));
  const from = isKnown ? browserToken : wideNetworkOf(network);
  const ofNetwork = { name: 'sign-in tries', subject: from, limit: 200, windowMs: quarterMs };
  const subject = foldedAddressOf(email);
  const ofAddress = { name: triesOfAddress, subject, limit: 100, windowMs: dayMs };
  const counted = await rateLimiter.hit(db, isKnown ? [ofNetwork] : [ofNetwork, ofAddress]);
  if (counted.ok) return { ok: true, from };
  if (counted.name !== triesOfAddress) return { ok: false, reason: 'network' };
  return (await hasSignedInFrom(db, network, emailKey))
    ? { ok: true, from }
    : { ok: false, reason: 'address' };
}

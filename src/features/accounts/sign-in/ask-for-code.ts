import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { RateLimit, RateLimiter } from '#src/platform/rate-limit.ts';
import { signInMailQueue, type SignInMail } from './sign-in-mail.job.ts';

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3600_000;

const limitsOf = (emailKey: string, network: string): RateLimit[] => [
  { name: 'sign-in address', subject: emailKey, limit: 3, windowMs: quarterMs },
  { name: 'sign-in address, day', subject: emailKey, limit: 10, windowMs: dayMs },
  { name: 'sign-in network', subject: network, limit: 10, windowMs: quarterMs },
];

/**
 * Has a code and a link mailed to an address, within its rates. Nobody learns whether the address is known, nor whether
 * the rates are used up: the same is done for every address, and the job finds out the rest.
 */
export async function askForCode(
  { db, jobs, rateLimiter }: { db: Db; jobs: Pick<Jobs, 'enqueue'>; rateLimiter: RateLimiter },
  { email, network, next }: { email: string; network: string; next: string | null },
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const counted = await rateLimiter.hit(db, limitsOf(emailKey, network));
  if (!counted.ok) return;
  const data: SignInMail = { emailKey, reason: 'asked', ...(next === null ? {} : { next }) };
  await jobs.enqueue(db, [{ queue: signInMailQueue, data }]);
}

/** Tries of codes: each code has five; this keeps one network from trying the codes of many addresses. */
export async function mayTryCode(
  { db, rateLimiter }: { db: Db; rateLimiter: RateLimiter },
  network: string,
): Promise<boolean> {
  const limit = { name: 'sign-in tries', subject: network, limit: 200, windowMs: quarterMs };
  return (await rateLimiter.hit(db, [limit])).ok;
}

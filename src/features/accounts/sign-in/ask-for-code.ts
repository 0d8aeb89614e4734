import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { RateLimit, RateLimiter } from '#src/platform/rate-limit.ts';
import { requestSignInMail } from './sign-in-requests.ts';

const quarterMs = 15 * 60_000;
const dayMs = 24 * 3600_000;

const limitsOf = (emailKey: string, network: string): RateLimit[] => [
  { name: 'sign-in address', subject: emailKey, limit: 3, windowMs: quarterMs },
  { name: 'sign-in address, day', subject: emailKey, limit: 10, windowMs: dayMs },
  { name: 'sign-in network', subject: network, limit: 10, windowMs: quarterMs },
];

/**
 * Queues the mail with a code and a link for an address, unless its limits or the network's are used up. Nobody learns
 * whether they are, nor whether the address is known: every address is treated alike, and the job looks for its person.
 */
export async function askForCode(
  {
    db,
    jobs,
    rateLimiter,
    clock,
  }: { db: Db; jobs: Pick<Jobs, 'enqueue'>; rateLimiter: RateLimiter; clock: Clock },
  { email, network, next }: { email: string; network: string; next: string | null },
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const counted = await rateLimiter.hit(db, limitsOf(emailKey, network));
  if (!counted.ok) return;
  const now = clock.now();
  await db.transaction((tx) => requestSignInMail(tx, { jobs, now }, { emailKey, reason: 'asked', next }));
}

/** May this network try another code? Each code has five tries; this limits those of one network at many addresses. */
export async function mayTryCode(
  { db, rateLimiter }: { db: Db; rateLimiter: RateLimiter },
  network: string,
): Promise<boolean> {
  const limit = { name: 'sign-in tries', subject: network, limit: 200, windowMs: quarterMs };
  return (await rateLimiter.hit(db, [limit])).ok;
}

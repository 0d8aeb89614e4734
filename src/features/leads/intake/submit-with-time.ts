import { eq } from 'drizzle-orm';
import { submissions as submissionTable } from '../submission.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { retryRaces } from '#src/platform/database/retry-races.ts';
import { RaceError } from '#src/platform/database/sql-state.ts';
import { dayMs } from '#src/platform/durations.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import { wideNetworkLimit, type RateLimit } from '#src/platform/limits/rate-limit.ts';
import { findFingerprints, storeSubmissions } from './store-submissions.ts';
import { limitsOf, countConfirmations, type SubmitOutcome, type SubmitRules } from './submit-leads.ts';
import type { Submission } from './submission.ts';
import type { TimeBooking, WantedTime } from './wanted-time.ts';

/** How many calls can be booked in a day. */
const most = { perNetwork: 5, perMailboxAndNetwork: 3, perMailbox: 9, perInstallation: 100 } as const;

/**
 * Anybody can book with anybody's address: from one network nobody uses up what its owner may book from theirs. What is held books nothing
 * and uses up nobody else's.
 */
function bookedLimits({ network, email, isHeld }: Submission): RateLimit[] {
  const windowMs = dayMs;
  const mailbox = mailboxKeyOf(email);
  const own = wideNetworkLimit(network, { name: 'calls, network', limit: most.perNetwork, windowMs });
  if (isHeld) return [own];
  const both = `${mailbox}\n${own.subject}`;
  return [
    own,
    { name: 'calls, mailbox and network', subject: both, limit: most.perMailboxAndNetwork, windowMs },
    { name: 'calls, mailbox', subject: mailbox, limit: most.perMailbox, windowMs },
    { name: 'calls, installation', subject: 'all', limit: most.perInstallation, windowMs },
  ];
}

export type SubmissionWithTime = Submission & { readonly wanted: WantedTime };

/**
 * Stores one submission with its lead and books the time that it picks; where somebody else has it, stores nothing. Where too many calls
 * were booked today it is stored as one without a time: the same answer whosever calls these are, and the team writes. A repeat under the
 * same id takes nothing more and answers as the first; one that is held takes no time, and is answered alike.
 */
export const submitWithTime = (
  db: Db,
  submission: SubmissionWithTime,
  rules: SubmitRules,
  booking: TimeBooking,
): Promise<SubmitOutcome> =>
  retryRaces(() => db.transaction((tx) => submitIn(tx, submission, rules, booking)));

/**
 * Returns the answer to a submission whose id is already stored: success if it is the same submission, `conflict` if it is another.
 * Null if the id is new.
 */
async function answerKnown(
  tx: Db,
  { id, fingerprint, visitorId, isHeld }: Submission,
  { isBooked, pathOf }: TimeBooking,
): Promise<SubmitOutcome | null> {
  const known = (await findFingerprints(tx, [id])).get(id);
  if (known === undefined) return null;
  if (known !== fingerprint) return { ok: false, reason: 'conflict' };
  const hasPage = isHeld || (await isBooked(tx, id));
  return { ok: true, visitorId, ...(hasPage ? { next: pathOf(id) } : {}) };
}

async function submitIn(
  tx: Db,
  submission: SubmissionWithTime,
  rules: SubmitRules,
  booking: TimeBooking,
): Promise<SubmitOutcome> {
  const { id, name, email, isHeld, createdAt, visitorId, wanted } = submission;
  const { rateLimiter, limits } = rules;
  const known = await answerKnown(tx, submission, booking);
  if (known) return known;
  const counted = await rateLimiter.hit(tx, limitsOf(submission, limits));
  if (!counted.ok) return { ok: false, reason: 'too-many', retryAfterS: counted.retryAfterS };
  await booking.lock(tx);
  // Another request may have stored this submission while this one waited for the lock.
  const stored = await answerKnown(tx, submission, booking);
  if (stored) return stored;
  const found = await booking.find(tx, createdAt, { ...wanted, isHeld });
  if (!found.ok) return { ok: false, reason: 'time', why: found.reason };
  const isBooked = (await rateLimiter.hit(tx, bookedLimits(submission))).ok;
  if ((await storeSubmissions(tx, [submission])) !== 1)
    throw new RaceError('A submission was stored at the same moment');
  if (!isHeld && !isBooked) await rules.enqueue(tx, [id], await countConfirmations(tx, [submission], rules));
  if (!isHeld && isBooked) {
    await found.book({ submissionId: id, leadId: await leadIdOf(tx, id), name, email });
    await rules.enqueue(tx, [id], undefined, true);
  }
  return { ok: true, visitorId, ...(isBooked ? { next: booking.pathOf(id) } : {}) };
}

async function leadIdOf(tx: Db, submissionId: string): Promise<string> {
  const [row] = await tx
    .select({ leadId: submissionTable.leadId })
    .from(submissionTable)
    .where(eq(submissionTable.id, submissionId));
  if (!row) throw new Error('A submission that was just stored is gone');
  return row.leadId;
}

import { eq } from 'drizzle-orm';
import { submissions as submissionTable } from '#src/features/leads/records/submission.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { RaceError } from '#src/platform/database/sql-state.ts';
import { dayMs } from '#src/platform/durations.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import { networkLimits, type RateLimit } from '#src/platform/rate-limit.ts';
import { findFingerprints, storeSubmissions } from './store-submissions.ts';
import { limitsOf, retryRaces, type SubmitOutcome, type SubmitRules } from './submit-leads.ts';
import type { Submission } from './submission.ts';
import type { BookedLimit, TimeBooking, WantedTime } from './wanted-time.ts';

/** How many calls can be booked in a day from one network, for one mailbox, and in all. */
const [perNetwork, perMailbox, perInstallation] = [5, 3, 100];

const mailboxLimit = 'calls, mailbox';
const installationLimit = 'calls, installation';

/**
 * Anybody can book with anybody's address: each call sends its mails there, also one that is cancelled to book another. What is held books
 * nothing and uses up nobody else's.
 */
function bookedLimits({ network, email, isHeld }: Submission): RateLimit[] {
  const own = networkLimits(network, { name: 'calls, network', limit: perNetwork, windowMs: dayMs });
  if (isHeld) return own;
  return [
    ...own,
    { name: mailboxLimit, subject: mailboxKeyOf(email), limit: perMailbox, windowMs: dayMs },
    { name: installationLimit, subject: 'all', limit: perInstallation, windowMs: dayMs },
  ];
}

/** Why a call cannot be booked, by the name of the limit that refused it. */
const refusalOf = (limit: string): BookedLimit =>
  limit === mailboxLimit ? 'mailbox' : limit === installationLimit ? 'installation' : 'network';

export type SubmissionWithTime = Submission & { readonly wanted: WantedTime };

/**
 * Stores one submission with its lead and books the time that it picks, or stores nothing. A repeat under the same id takes nothing more and
 * answers as the first; one that is held takes no time, and is answered alike.
 */
export const submitWithTime = (
  db: Db,
  submission: SubmissionWithTime,
  rules: SubmitRules,
  booking: TimeBooking,
): Promise<SubmitOutcome> =>
  retryRaces(() => db.transaction((tx) => submitIn(tx, submission, rules, booking)));

/** What is answered to a submission under a known id; null where the id is new. */
async function answerKnown(
  tx: Db,
  { id, fingerprint, visitorId }: Submission,
  { pathOf }: TimeBooking,
): Promise<SubmitOutcome | null> {
  const known = (await findFingerprints(tx, [id])).get(id);
  if (known === undefined) return null;
  return known === fingerprint
    ? { ok: true, visitorId, next: pathOf(id) }
    : { ok: false, reason: 'conflict' };
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
  // The same submission may have been stored while this one waited.
  const stored = await answerKnown(tx, submission, booking);
  if (stored) return stored;
  const found = await booking.find(tx, createdAt, { ...wanted, email, isHeld });
  if (!found.ok) return { ok: false, reason: 'time', why: found.reason };
  const booked = await rateLimiter.hit(tx, bookedLimits(submission));
  if (!booked.ok) return { ok: false, reason: 'time', why: refusalOf(booked.name) };
  if ((await storeSubmissions(tx, [submission])) !== 1)
    throw new RaceError('A submission was stored at the same moment');
  if (!isHeld) {
    await found.book({ submissionId: id, leadId: await leadIdOf(tx, id), name, email });
    await rules.enqueue(tx, [id], undefined, true);
  }
  return { ok: true, visitorId, next: booking.pathOf(id) };
}

async function leadIdOf(tx: Db, submissionId: string): Promise<string> {
  const [row] = await tx
    .select({ leadId: submissionTable.leadId })
    .from(submissionTable)
    .where(eq(submissionTable.id, submissionId));
  if (!row) throw new Error('A submission that was just stored is gone');
  return row.leadId;
}

import { eq } from 'drizzle-orm';
import { v5 as uuidv5 } from 'uuid';
import { formHandlersOf } from '#src/features/leads/submissions/form-handler.ts';
import { findFingerprints, storeSubmissions } from '#src/features/leads/submissions/store-submissions.ts';
import type { Submission } from '#src/features/leads/submissions/submission.ts';
import {
  countConfirmations,
  limitsOf,
  type SubmitOutcome,
  type SubmitRules,
} from '#src/features/leads/submissions/submit-leads.ts';
import type { WantedTime } from '#src/features/leads/submissions/read-form.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { retryRaces, RaceError } from '#src/platform/database/sql-state.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { PostHandler } from '#src/platform/http/post-handlers.ts';
import { wideNetworkLimit, type RateLimit } from '#src/platform/limits/rate-limit.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Services } from '#src/platform/services/services.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { calls } from '../call.table.ts';
import { listFreeTimes } from '../times/find-hosts.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { bookCall, callServicesOf } from './book-call.ts';

/** How many calls can be booked in a day. */
const most = { perNetwork: 5, perMailboxAndNetwork: 3, perMailbox: 9, perInstallation: 100 } as const;

/**
 * Returns the limits that a booking counts against. Anyone can enter anyone's address, so one network cannot use up
 * what the owner of an address may book from their own. A held submission books nothing and counts only against its
 * own network.
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

/**
 * Returns the id of the call that a submission books. It is derived, so that a repeat gets the page of the same call.
 */
export const callIdOf = (submissionId: string): string => uuidv5('call', submissionId);

/** Returns the path of the page of the call that a submission books. */
export const bookedPathOf = (secret: string, submissionId: string): string =>
  callPathOf(callTokenOf(secret, callIdOf(submissionId)));

type BookingServices = Pick<Services, 'db' | 'jobs' | 'secret' | 'clock'>;

type SubmissionWithTime = Submission & { readonly wanted: WantedTime };

/**
 * Stores a submission with its lead and books the time picked in it. Stores nothing if the time is taken. Over the
 * limits of bookings it is stored without a call and the team follows up; the answer does not reveal whose calls were
 * counted. A repeat under the same id changes nothing and gets the first answer. A held submission gets the same
 * answer but books nothing.
 */
export const submitWithTime = (
  services: BookingServices,
  submission: SubmissionWithTime,
  rules: SubmitRules,
): Promise<SubmitOutcome> =>
  retryRaces(() => services.db.transaction((tx) => submitIn(tx, services, submission, rules)));

/**
 * Returns the answer to a submission whose id is already stored: success if it is the same submission, `conflict` if
 * it is another. Null if the id is new.
 */
async function answerKnown(
  tx: Db,
  { id, fingerprint, visitorId, isHeld }: Submission,
  secret: string,
): Promise<SubmitOutcome | null> {
  const known = (await findFingerprints(tx, [id])).get(id);
  if (known === undefined) return null;
  if (known !== fingerprint) return { ok: false, reason: 'conflict' };
  const hasPage = isHeld || (await tx.$count(calls, eq(calls.id, callIdOf(id)))) > 0;
  return { ok: true, visitorId, ...(hasPage ? { next: bookedPathOf(secret, id) } : {}) };
}

async function submitIn(
  tx: Db,
  services: BookingServices,
  submission: SubmissionWithTime,
  rules: SubmitRules,
): Promise<SubmitOutcome> {
  const { id, name, email, isHeld, createdAt, visitorId } = submission;
  const { startMs, timeZone: visitorZone } = submission.wanted;
  const { secret } = services;
  const known = await answerKnown(tx, submission, secret);
  if (known) return known;
  const counted = await rules.rateLimiter.hit(tx, limitsOf(submission, rules.limits));
  if (!counted.ok) return { ok: false, reason: 'too-many', retryAfterS: counted.retryAfterS };
  // All times are locked before the lead is.
  await lockTimes(tx);
  // Another request may have stored this submission while this one waited for the lock.
  const stored = await answerKnown(tx, submission, secret);
  if (stored) return stored;
  const slot = isHeld ? null : await findSlot(tx, createdAt, { startMs, visitorZone });
  const isFree = isHeld ? await isOffered(tx, createdAt, startMs) : slot !== null;
  if (!isFree) return { ok: false, reason: 'time', why: 'taken' };
  const isBooked = (await rules.rateLimiter.hit(tx, bookedLimits(submission))).ok;
  if ((await storeSubmissions(tx, [submission])) !== 1)
    throw new RaceError('A submission was stored at the same moment');
  if (slot && isBooked) {
    const whom = { id: callIdOf(id), submissionId: id, leadId: await leadIdOf(tx, id), name, email };
    await bookCall(tx, callServicesOf(services), { id: null, name }, slot, whom);
    await rules.enqueue(tx, [id], undefined, true);
  } else if (slot) {
    await rules.enqueue(tx, [id], await countConfirmations(tx, [submission], rules));
  }
  return { ok: true, visitorId, ...(isBooked ? { next: bookedPathOf(secret, id) } : {}) };
}

async function isOffered(tx: Db, now: Date, startMs: number): Promise<boolean> {
  const { times } = await listFreeTimes(tx, now);
  return times.some((time) => time.startMs === startMs);
}

async function leadIdOf(tx: Db, submissionId: string): Promise<string> {
  const [row] = await tx
    .select({ leadId: submissions.leadId })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!row) throw new Error('A submission that was just stored is missing');
  return row.leadId;
}

/** Returns the handler of the discovery call's form, by path. A form without a time is stored like any other. */
export const discoveryCallHandlersOf = (services: Services): ReadonlyMap<string, PostHandler> =>
  formHandlersOf(services, ['discovery-call'], (submission, rules) =>
    submission.wanted ? submitWithTime(services, { ...submission, wanted: submission.wanted }, rules) : null,
  );

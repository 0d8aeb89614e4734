import type { Db } from '#src/platform/database/database.ts';
import { retryRaces, RaceError, isStatementRefused } from '#src/platform/database/sql-state.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { networkLimits, type RateLimit, type RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { foldedAddressOf } from '#src/platform/mail/mail-address.ts';
import { confirmationLimits, confirmationLimitsOfNetwork } from '../emails/submission-mails.ts';
import { findFingerprints, storeSubmissions } from './store-submissions.ts';
import type { TimeRefusal } from './read-form.ts';
import type { Submission } from './submission.ts';

export type SubmitOutcome =
  | { ok: true; visitorId: string; next?: string }
  | { ok: false; reason: 'conflict' }
  | { ok: false; reason: 'time'; why: TimeRefusal }
  | { ok: false; reason: 'too-many'; retryAfterS: number };

export type SubmissionLimits = {
  readonly windowMs: number;
  /** Per address and network, so that nobody can use up another person's limit. */
  readonly perEmail: number;
  readonly perNetwork: number;
  /** Per day. */
  readonly confirmationsPerNetwork: number;
};

/** The network limit is generous: a whole office may share one network. */
export const submissionLimits: SubmissionLimits = {
  windowMs: 15 * minuteMs,
  perEmail: 15,
  perNetwork: 120,
  confirmationsPerNetwork: confirmationLimits.perNetwork,
};

export type SubmitRules = {
  readonly rateLimiter: Pick<RateLimiter, 'hit' | 'hitEach'>;
  readonly limits: SubmissionLimits;
  /**
   * Queues the emails of submissions that are not held, in the same transaction. `withheld` maps submission ids to the
   * limit that withholds their confirmation. A submission that books a call gets the call's confirmation instead.
   */
  readonly enqueue: (
    tx: Db,
    submissionIds: string[],
    withheld?: ReadonlyMap<string, string>,
    isBooked?: boolean,
  ) => Promise<void>;
};

/** Returns the limits on a network's posts, accepted or not. */
export const postLimitsOf = (
  network: string,
  { windowMs, perNetwork: limit }: SubmissionLimits,
): RateLimit[] => networkLimits(network, { name: 'forms, network', limit, windowMs });

/** Returns the limits a submission counts towards, by network and address. */
export const limitsOf = ({ email, network }: Submission, limits: SubmissionLimits): RateLimit[] => {
  const { windowMs, perEmail: limit } = limits;
  const subject = `${foldedAddressOf(email)}\n${network}`;
  return [...postLimitsOf(network, limits), { name: 'forms, address and network', subject, limit, windowMs }];
};

/** Counts these submissions' confirmations per network. Returns the limits that withhold one, by submission id. */
export async function countConfirmations(
  tx: Db,
  submissions: readonly Submission[],
  { rateLimiter, limits }: Pick<SubmitRules, 'rateLimiter' | 'limits'>,
): Promise<ReadonlyMap<string, string>> {
  const most = limits.confirmationsPerNetwork;
  const hits = submissions.map(({ network }) => confirmationLimitsOfNetwork(network, most));
  const counted = await rateLimiter.hitEach(tx, hits);
  return new Map(
    submissions.flatMap(({ id }, index): [string, string][] => {
      const result = counted[index];
      return result?.ok === false ? [[id, result.name]] : [];
    }),
  );
}

/**
 * Stores submissions with their leads, visitors and emails in one transaction. Returns the outcomes in order. A repeat
 * under the same id changes nothing and has the first outcome; different content under the same id is a conflict.
 * Throws if nothing was stored.
 */
export async function submitLeads(
  db: Db,
  submissions: readonly Submission[],
  rules: SubmitRules,
): Promise<SubmitOutcome[]> {
  return retryRaces(() => db.transaction((tx) => submitIn(tx, submissions, rules)));
}

async function submitIn(
  tx: Db,
  submissions: readonly Submission[],
  rules: SubmitRules,
): Promise<SubmitOutcome[]> {
  const { rateLimiter, limits } = rules;
  const known = await findFingerprints(
    tx,
    submissions.map(({ id }) => id),
  );
  const fresh = new Map<string, Submission>();
  for (const submission of submissions) {
    if (!known.has(submission.id) && !fresh.has(submission.id)) fresh.set(submission.id, submission);
  }
  const counted = await rateLimiter.hitEach(
    tx,
    [...fresh.values()].map((submission) => limitsOf(submission, limits)),
  );
  // Seconds to wait, by the id of each submission over a limit.
  const waits = new Map<string, number>();
  for (const [index, id] of [...fresh.keys()].entries()) {
    const result = counted[index];
    if (result?.ok === false) waits.set(id, result.retryAfterS);
  }
  const accepted = [...fresh.values()].filter(({ id }) => !waits.has(id));
  if (accepted.length > 0) {
    const stored = await storeSubmissions(tx, accepted);
    if (stored !== accepted.length) throw new RaceError('A submission was stored at the same moment');
    const counting = accepted.filter(({ isHeld }) => !isHeld);
    await rules.enqueue(
      tx,
      counting.map(({ id }) => id),
      await countConfirmations(tx, counting, rules),
    );
  }

  return submissions.map((submission): SubmitOutcome => {
    const { id, fingerprint, visitorId } = submission;
    if ((known.get(id) ?? fresh.get(id)?.fingerprint) !== fingerprint)
      return { ok: false, reason: 'conflict' };
    const retryAfterS = waits.get(id);
    if (retryAfterS !== undefined) return { ok: false, reason: 'too-many', retryAfterS };
    return { ok: true, visitorId };
  });
}

export type SubmitOne = (submission: Submission) => Promise<SubmitOutcome>;

type Waiting = {
  submission: Submission;
  resolve: (outcome: SubmitOutcome) => void;
  reject: (error: unknown) => void;
};

const largestBatch = 64;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns a function that stores submissions with group commit: submissions that arrive during a commit share the next
 * transaction. Each call resolves after its commit and rejects if it was not stored. A batch refused by the database is
 * retried one by one, so that only the invalid submission fails.
 */
export function createSubmissionBatcher(
  submitAll: (submissions: readonly Submission[]) => Promise<SubmitOutcome[]>,
): SubmitOne {
  const queue: Waiting[] = [];
  let isRunning = false;

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await submitAll(batch.map(({ submission }) => submission));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome) resolve(outcome);
        else reject(new Error('A submission went without an outcome'));
      });
    } catch (error) {
      if (batch.length > 1 && isStatementRefused(error)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  // The embedded database responds without yielding to the event loop, so requests that arrived meanwhile are only read
  // here, turn by turn, while more arrive.
  async function gather(): Promise<void> {
    for (let gathered = 0; gathered < queue.length && gathered < largestBatch;) {
      gathered = queue.length;
      await nextTurn();
    }
  }

  async function drain(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      await gather();
      await settle(queue.splice(0, largestBatch));
    }
    isRunning = false;
  }

  return (submission) =>
    new Promise((resolve, reject) => {
      queue.push({ submission, resolve, reject });
      if (!isRunning) void drain();
    });
}

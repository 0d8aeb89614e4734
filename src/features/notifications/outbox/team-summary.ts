import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { hourMs, minuteMs } from '#src/platform/durations.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import type { RateLimiter } from '#src/platform/limits/rate-limit.ts';
import { type MailKinds, type MailSettings, queueMail } from './outbox.ts';
import { outbox, type OutboxMail } from './outbox.table.ts';

/** The outbox's kind of a summary of emails to the team. */
export const teamSummaryKind = 'team-summary';

const quarterMs = 15 * minuteMs;

/** The advisory lock for counting emails to the team; the letters "team". */
const summaryLock = 0x74_65_61_6d;

export type TeamMailServices = {
  readonly jobs: JobQueue;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
  /** How many emails reach the team's inbox in an hour one by one. */
  readonly teamMailsAnHour: number;
};

/** Finds the next queued summary and locks it until the commit; null if there is none. */
async function findNext(tx: Db): Promise<string | null> {
  const isNext = and(eq(outbox.kind, teamSummaryKind), eq(outbox.state, 'queued'), isNull(outbox.takenAt));
  const [next] = await tx.select({ id: outbox.id }).from(outbox).where(isNext).for('update');
  return next?.id ?? null;
}

/**
 * Counts an email to the team that is about to be sent. Above the hourly limit of the inbox it becomes part of a summary, of which one
 * is sent every quarter of an hour; the summary's row and job are in the caller's transaction. Returns true if it joined a summary. A
 * retried email is not counted again.
 */
export async function joinSummary(
  tx: Db,
  { jobs, rateLimiter, teamMailsAnHour: limit }: TeamMailServices,
  { id, takenAt }: Pick<OutboxMail, 'id' | 'takenAt'>,
  now: Date,
): Promise<boolean> {
  if (takenAt !== null) return false;
  // One at a time across processes, so that there is one summary.
  await tx.execute(sql`select pg_advisory_xact_lock(${summaryLock})`);
  const rule = { name: 'emails to the team', subject: 'all', limit, windowMs: hourMs };
  if ((await rateLimiter.hit(tx, [rule])).ok) return false;
  const nextQuarter = new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs);
  const summaryId =
    (await findNext(tx)) ?? (await queueMail(tx, { jobs, now }, { kind: teamSummaryKind }, nextQuarter));
  const joined = { state: 'skipped', lastError: 'in a summary', settledAt: now, summaryId } as const;
  await tx.update(outbox).set(joined).where(eq(outbox.id, id));
  return true;
}

/** Decides about summaries: each counts the emails it replaces, by kind. */
export const teamSummaryKinds = (settings: MailSettings): MailKinds => ({
  async [teamSummaryKind](tx, { id }) {
    const counts = await tx
      .select({ kind: outbox.kind, value: count() })
      .from(outbox)
      .where(eq(outbox.summaryId, id))
      .groupBy(outbox.kind);
    if (counts.length === 0) return { kind: 'skip', reason: 'erased' };
    // Loaded on demand: the templates are large.
    const compose = async () =>
      (await import('./team-summary.email.tsx')).teamSummaryMailOf({ id, counts }, settings);
    return { kind: 'mail', compose };
  },
});

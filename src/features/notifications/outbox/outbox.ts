import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { JobQueue, QueueMoment } from '#src/platform/jobs/jobs.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import { outbox, type OutboxMail } from './outbox.table.ts';
import type { Mail, MailResult } from '#src/platform/mail/mailer.ts';
import { refusal, teamAction, type Action } from '#src/features/accounts/access/action.ts';
import words from '#content/desk.yaml';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';

const gone = refusal(404, words.lead.errors.gone);

/**
 * Creates the action that retries a failed email and records who did it, in one transaction. With an owner, the email must belong to
 * the lead or client in the page's URL.
 */
export const retryAction = (owner?: 'leadId' | 'clientId'): Action =>
  teamAction(async ({ services, entries, params, person }) => {
    const { id = '' } = params;
    if (owner !== undefined && !isUuid(id)) return gone;
    const about = owner === undefined ? {} : { [owner]: id };
    const isDone = await services.db.transaction(async (tx) => {
      if (!(await retryMail(tx, services, entries['mail'] ?? '', about))) return false;
      await recordActivity(tx, services.clock.now(), person, { kind: 'mail-retried', ...about });
      return true;
    });
    return isDone ? { ok: true } : gone;
  });

/** What to do with an email now. Slow work (templates, attachments, requests) is left to `compose` or `post`. */
export type MailDecision =
  /**
   * `compose` resolves to null where its address is none that mail can go to. One for the team's inbox may become a part of a
   * summary.
   */
  | { readonly kind: 'mail'; readonly isForTeam?: boolean; readonly compose: () => Promise<Mail | null> }
  | { readonly kind: 'forward'; readonly post: () => Promise<MailResult> }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'skip'; readonly reason: string };

/** Decides about one kind of mail, in the transaction that holds its row. */
export type DecideMail = (tx: Db, mail: OutboxMail, now: Date) => Promise<MailDecision>;

/** How the features that queue emails decide about them, by kind. */
export type MailKinds = Readonly<Record<string, DecideMail>>;

/** The installation's settings that mails need. */
export type MailSettings = { readonly origin: string; readonly teamInbox: string };

export const outboxQueue = 'outbox';

export type OutboxJob = { readonly mailId: string };

export type NewMail = Pick<
  typeof outbox.$inferInsert,
  'kind' | 'topic' | 'subjectId' | 'leadId' | 'clientId' | 'personId'
> & {
  /** Why it is stored as skipped. */
  readonly skippedFor?: string | undefined;
};

/** Stores emails without their jobs. Those of a lead are stored once per kind and subject. */
export async function writeMails(tx: Db, now: Date, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map(({ skippedFor, ...mail }) => {
    const row = { ...mail, id: uuidv7(), createdAt: now };
    return skippedFor === undefined
      ? row
      : { ...row, state: 'skipped' as const, lastError: skippedFor, settledAt: now };
  });
  const written = await tx.insert(outbox).values(rows).onConflictDoNothing().returning({ id: outbox.id });
  return written.map(({ id }) => id);
}

/** Queues the jobs of stored emails, in the caller's transaction; queuing the same email again has no effect. */
export const enqueueMails = (
  tx: Db,
  jobs: JobQueue,
  mailIds: readonly string[],
  when: Pick<JobRequest, 'startAfter' | 'priority'> = {},
): Promise<void> =>
  jobs.enqueue(
    tx,
    mailIds.map((mailId) => {
      const data: OutboxJob = { mailId };
      return { queue: outboxQueue, id: mailId, data, ...when };
    }),
  );

/** Queues an email: its row and its job, in the caller's transaction. Returns its id. Throws if it was queued before. */
export async function queueMail(
  tx: Db,
  { jobs, now }: QueueMoment,
  mail: NewMail,
  startAfter?: Date,
): Promise<string> {
  const [mailId] = await writeMails(tx, now, [mail]);
  if (mailId === undefined) throw new Error(`A ${mail.kind} about ${mail.subjectId} is queued already`);
  await enqueueMails(tx, jobs, [mailId], startAfter ? { startAfter } : {});
  return mailId;
}

/** An email or forward that failed permanently. */
export type FailedMail = Pick<
  OutboxMail,
  'id' | 'kind' | 'topic' | 'leadId' | 'clientId' | 'personId' | 'attempts'
> & {
  readonly reason: string;
};

/** The owner of emails: one lead, one client, or, without either, all. */
type MailOwner = { readonly leadId?: string; readonly clientId?: string };

const hasFailed = ({ leadId, clientId }: MailOwner) =>
  and(
    eq(outbox.state, 'failed'),
    leadId === undefined ? undefined : eq(outbox.leadId, leadId),
    clientId === undefined ? undefined : eq(outbox.clientId, clientId),
  );

/** Lists the permanently failed emails of one lead, one client or all; the oldest failure first. */
export const listFailedMails = (db: Db, owner: MailOwner = {}): Promise<FailedMail[]> =>
  db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      topic: outbox.topic,
      leadId: outbox.leadId,
      clientId: outbox.clientId,
      personId: outbox.personId,
      attempts: outbox.attempts,
      reason: sql<string>`coalesce(${outbox.lastError}, '')`,
    })
    .from(outbox)
    .where(hasFailed(owner))
    .orderBy(asc(outbox.settledAt), asc(outbox.id));

/** Retries a failed email, in the caller's transaction. Returns false if no email with this id and owner failed. */
export async function retryMail(
  tx: Db,
  { jobs }: { readonly jobs: JobQueue },
  mailId: string,
  owner: MailOwner = {},
): Promise<boolean> {
  if (!isUuid(mailId)) return false;
  const retried = await tx
    .update(outbox)
    .set({ state: 'queued', settledAt: null })
    .where(and(eq(outbox.id, mailId), hasFailed(owner)))
    .returning({ id: outbox.id });
  if (retried.length === 0) return false;
  // The job gets a new id: with the mail's id it would be the job that was given up.
  const data: OutboxJob = { mailId };
  await jobs.enqueue(tx, [{ queue: outboxQueue, data }]);
  return true;
}

/** How long an email about projects is kept after it was sent. */
export const mailKeptMs = 90 * dayMs;

/** Deletes emails of these kinds that were settled ninety days ago; failed ones are kept until the team retries them. */
export async function pruneMails(db: Db, now: Date, kinds: readonly string[]): Promise<void> {
  const isOld = lt(outbox.settledAt, new Date(now.getTime() - mailKeptMs));
  const isDone = inArray(outbox.state, ['sent', 'skipped']);
  await db.delete(outbox).where(and(inArray(outbox.kind, [...kinds]), isDone, isOld));
}

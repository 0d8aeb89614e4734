import { and, asc, eq } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import words from '#content/desk.yaml';
import { listFailedDeliveries, retryDeliveries } from '#src/features/leads/mails/failed-deliveries.ts';
import { leadReceivedQueue } from '#src/features/leads/mails/lead-received.job.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { listFailedClientMails, retryClientMail } from '#src/features/notices/mails/failed-client-mails.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { leadReplyQueue, type LeadReply } from '#src/features/leads/mails/lead-reply.job.ts';
import { leadReplies } from '#src/features/leads/mails/lead-reply.table.ts';

/** A mail or forward that could not be delivered for good. */
export type FailedMail = {
  /** By which it is tried again: where it is kept, and its id there. */
  readonly key: string;
  readonly what: string;
  readonly reason: string;
  readonly attempts: number;
  /** Whose it is: the page that tells more of them. */
  readonly name: string;
  readonly href: string;
  readonly failedAt: Date | null;
};

const { kinds } = words.failed;
const { sources } = words.inbox;

async function failedDeliveries(db: Db, leadId: string | null): Promise<FailedMail[]> {
  const rows = await listFailedDeliveries(db, leadId);
  return rows.map(({ submissionId, kind, form, leadId: id, ...rest }) => ({
    ...rest,
    key: `submission:${submissionId}`,
    what: kinds[kind].replace('{form}', sources[form]),
    href: `/desk/leads/${id}`,
  }));
}

async function failedReplies(db: Db, leadId: string | null): Promise<FailedMail[]> {
  const rows = await db
    .select({ reply: leadReplies, name: leads.name })
    .from(leadReplies)
    .innerJoin(leads, eq(leads.id, leadReplies.leadId))
    .where(and(eq(leadReplies.state, 'failed'), leadId === null ? undefined : eq(leads.id, leadId)))
    .orderBy(asc(leadReplies.settledAt));
  return rows.map(({ reply, name }) => ({
    key: `reply:${reply.id}`,
    what: kinds.reply,
    reason: reply.lastError ?? '',
    attempts: reply.attempts,
    name,
    href: `/desk/leads/${reply.leadId}`,
    failedAt: reply.settledAt,
  }));
}

async function failedNotices(db: Db, clientId: string | null): Promise<FailedMail[]> {
  const mails = await listFailedClientMails(db);
  return mails
    .filter((mail) => clientId === null || mail.clientId === clientId)
    .map(({ id, audience, clientName, reason, attempts, failedAt, clientId: whose }) => ({
      key: `notice:${id}`,
      what: kinds[audience === 'client' ? 'client' : 'client-team'].replace('{client}', () => clientName),
      reason,
      attempts,
      name: clientName,
      href: `/desk/clients/${whose}`,
      failedAt,
    }));
}

/** Everything that could not be delivered for good. */
export async function listFailedMails(db: Db): Promise<FailedMail[]> {
  const every = [
    await failedDeliveries(db, null),
    await failedReplies(db, null),
    await failedNotices(db, null),
  ].flat();
  return every.toSorted((a, b) => (a.failedAt?.getTime() ?? 0) - (b.failedAt?.getTime() ?? 0));
}

/** What could not be delivered because of one lead. */
export const listFailedMailsOfLead = async (db: Db, leadId: string): Promise<FailedMail[]> => [
  ...(await failedDeliveries(db, leadId)),
  ...(await failedReplies(db, leadId)),
];

/** What could not be delivered about one client's projects. */
export const listFailedMailsOfClient = (db: Db, clientId: string): Promise<FailedMail[]> =>
  failedNotices(db, clientId);

type Queueing = { readonly jobs: Pick<Jobs, 'enqueue'> };

async function retryReply(tx: Db, { jobs }: Queueing, id: string): Promise<boolean> {
  const [retried] = await tx
    .update(leadReplies)
    .set({ state: 'queued', settledAt: null })
    .where(and(eq(leadReplies.id, id), eq(leadReplies.state, 'failed')))
    .returning();
  if (!retried) return false;
  const data: LeadReply = { replyId: id };
  await jobs.enqueue(tx, [{ queue: leadReplyQueue, data }]);
  return true;
}

/** Tries what failed again, in the caller's transaction; false when there is nothing under this key (any more). */
export async function retryFailedMail(tx: Db, queueing: Queueing, key: string): Promise<boolean> {
  const [kind, id = ''] = key.split(':', 2);
  if (!isUuid(id)) return false;
  if (kind === 'reply') return retryReply(tx, queueing, id);
  if (kind === 'notice') return retryClientMail(tx, queueing, id);
  if (kind !== 'submission') return false;
  return retryDeliveries(tx, id, (inner, submissionId) =>
    queueing.jobs.enqueue(inner, [{ queue: leadReceivedQueue, data: { submissionId } }]),
  );
}

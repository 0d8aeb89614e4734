import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import notices from '#content/notices.yaml';
import type { MailPreference } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { clientMailItems, clientMails, type ClientMailKind, type MailItemKind } from './client-mail.table.ts';
import { nextMorning } from '#src/platform/next-morning.ts';
import type { NotificationKind } from '#src/features/notices/events/notification.table.ts';

export const clientMailQueue = 'client-mail';

export type ClientMailJob = { readonly mailId: string };

/** How long messages and comments are gathered into one mail. */
export const gatherMs = 10 * 60_000;

type Item = Omit<typeof clientMailItems.$inferInsert, 'mailId'>;

type Due = {
  readonly clientId: string;
  readonly audience: 'client' | 'team';
  readonly kind: ClientMailKind;
  readonly item: Item;
  readonly startAfter?: Date;
};

/** Adds to the mail that still gathers, or begins one with its job. Whoever calls holds the client's row. */
async function addToMail(tx: Db, jobs: Pick<Jobs, 'enqueue'>, due: Due): Promise<void> {
  const { clientId, audience, kind, item, startAfter } = due;
  // The lock keeps a worker from taking it before this line is in.
  const [gathering] = await tx
    .select({ id: clientMails.id })
    .from(clientMails)
    .where(
      and(
        eq(clientMails.clientId, clientId),
        eq(clientMails.audience, audience),
        eq(clientMails.kind, kind),
        eq(clientMails.state, 'queued'),
        isNull(clientMails.takenAt),
      ),
    )
    .for('update');
  const mailId = gathering?.id ?? uuidv7();
  if (!gathering) {
    const mail = { id: mailId, clientId, audience, kind, subjectId: item.subjectId, createdAt: item.madeAt };
    await tx.insert(clientMails).values(mail);
    const data: ClientMailJob = { mailId };
    const job = { queue: clientMailQueue, id: mailId, data };
    await jobs.enqueue(tx, [startAfter ? { ...job, startAfter } : job]);
  }
  await tx
    .insert(clientMailItems)
    .values({ mailId, ...item })
    .onConflictDoNothing();
}

const afterGathering = (now: Date) => new Date(now.getTime() + gatherMs);

/** Which mail of a client's tells of something; null when none does. */
function clientMailOf(
  kind: NotificationKind,
  preference: MailPreference,
  now: Date,
): { kind: ClientMailKind; item: MailItemKind; startAfter?: Date } | null {
  // A milestone that is done waits for nobody.
  if (kind === 'milestone-done' || preference === 'none') return null;
  const { hour, timeZone } = notices.daily;
  if (preference === 'daily')
    return { kind: 'daily', item: kind, startAfter: nextMorning(now, hour, timeZone) };
  if (kind === 'message-received' || kind === 'comment-received')
    return { kind: 'messages', item: kind, startAfter: afterGathering(now) };
  return { kind, item: kind };
}

export type Recipient = {
  readonly id: string;
  readonly mailPreference: MailPreference;
  readonly disabledAt: Date | null;
  readonly erasedAt: Date | null;
};

type News = {
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
};

/** Queues the mail that tells a client of something, as they want to hear of it. */
export async function queueClientMail(
  tx: Db,
  { jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: Date },
  client: Recipient,
  { notify, ...news }: News & { notify: NotificationKind },
): Promise<void> {
  if (client.disabledAt || client.erasedAt) return;
  const mail = clientMailOf(notify, client.mailPreference, now);
  if (!mail) return;
  const { item, ...rest } = mail;
  const due = { ...rest, clientId: client.id, audience: 'client' as const };
  await addToMail(tx, jobs, { ...due, item: { ...news, kind: item, madeAt: now } });
}

const teamMails: Readonly<Record<string, { kind: ClientMailKind; item: MailItemKind }>> = {
  'message-sent': { kind: 'messages', item: 'message-sent' },
  'comment-added': { kind: 'messages', item: 'comment-added' },
  'file-approved': { kind: 'file-approved', item: 'file-approved' },
  'invoice-paid': { kind: 'invoice-paid', item: 'invoice-paid' },
};

/** Queues the mail that tells the team what a client of theirs has done, if it is something to tell. */
export async function queueTeamMail(
  tx: Db,
  { jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: Date },
  clientId: string,
  { kind, ...news }: News & { kind: string },
): Promise<void> {
  const mail = teamMails[kind];
  if (!mail) return;
  const due = { clientId, audience: 'team' as const, kind: mail.kind };
  const item = { ...news, kind: mail.item, madeAt: now };
  const startAfter = mail.kind === 'messages' ? { startAfter: afterGathering(now) } : {};
  await addToMail(tx, jobs, { ...due, item, ...startAfter });
}

import { and, eq, isNull } from 'drizzle-orm';
import notices from '#content/notices.yaml';
import type { MailPreference } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { clientMailItems, type MailItemKind } from './client-mail-item.table.ts';
import { noticeMailKindOf, type Audience } from './notice-mail-kinds.ts';
import { studioCalendar } from '#src/features/site/studio-calendar.ts';
import { queueMail } from '#src/features/outbox/outbox.ts';
import { outbox } from '#src/features/outbox/outbox.table.ts';
import type { NotificationKind } from '#src/features/notices/events/notification.table.ts';

/** What a mail is about: one kind of thing at once, or what was gathered. */
type Topic =
  | 'file-waiting'
  | 'invoice-issued'
  | 'invoice-overdue'
  | 'messages'
  | 'daily'
  | 'file-approved'
  | 'invoice-paid';

/** How long messages and comments are gathered into one mail. */
const gatherMs = 10 * 60_000;

type Item = Omit<typeof clientMailItems.$inferInsert, 'mailId'>;

type Due = {
  readonly clientId: string;
  readonly audience: Audience;
  readonly topic: Topic;
  readonly item: Item;
  readonly startAfter?: Date;
};

/** Adds to the mail that still gathers, or queues one. Whoever calls holds the client's row. */
async function addToMail(
  tx: Db,
  { jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: Date },
  { clientId, audience, topic, item, startAfter }: Due,
): Promise<void> {
  const kind = noticeMailKindOf(audience);
  // The lock keeps a worker from taking it before this line is in.
  const [gathering] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.clientId, clientId),
        eq(outbox.kind, kind),
        eq(outbox.topic, topic),
        eq(outbox.state, 'queued'),
        isNull(outbox.takenAt),
      ),
    )
    .for('update');
  const mail = { kind, topic, subjectId: item.subjectId, clientId };
  const mailId = gathering?.id ?? (await queueMail(tx, { jobs, now }, mail, startAfter));
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
): { topic: Topic; item: MailItemKind; startAfter?: Date } | null {
  // A milestone that is done waits for nobody.
  if (kind === 'milestone-done' || preference === 'none') return null;
  if (preference === 'daily')
    return { topic: 'daily', item: kind, startAfter: studioCalendar.nextAt(now, notices.daily.hour) };
  if (kind === 'message-received' || kind === 'comment-received')
    return { topic: 'messages', item: kind, startAfter: afterGathering(now) };
  return { topic: kind, item: kind };
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
  await addToMail(tx, { jobs, now }, { ...due, item: { ...news, kind: item, madeAt: now } });
}

const teamMails: Readonly<Record<string, { topic: Topic; item: MailItemKind }>> = {
  'message-sent': { topic: 'messages', item: 'message-sent' },
  'comment-added': { topic: 'messages', item: 'comment-added' },
  'file-approved': { topic: 'file-approved', item: 'file-approved' },
  'invoice-paid': { topic: 'invoice-paid', item: 'invoice-paid' },
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
  const due = { clientId, audience: 'team' as const, topic: mail.topic };
  const item = { ...news, kind: mail.item, madeAt: now };
  const startAfter = mail.topic === 'messages' ? { startAfter: afterGathering(now) } : {};
  await addToMail(tx, { jobs, now }, { ...due, item, ...startAfter });
}

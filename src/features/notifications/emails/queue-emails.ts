import { and, asc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import notices from '#content/notices.yaml';
import { people, type MailPreference, type Permission } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { invoiceNotificationKinds, type Audience } from '../kinds/find-kind.ts';
import type { MailTime } from '../kinds/kind.ts';
import { changeKinds, memberKinds, type ChangeKind } from '../kinds/change-kinds.ts';
import { notificationKinds, type NotificationKind } from '../kinds/notification-kinds.ts';
import { emailItems } from './email-item.table.ts';
import { listWanting, memberMailKindOf, memberMailTime } from './member-emails.ts';
import { batchPauseMs, notificationEmailKindOf } from './notification-emails.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { queueMail } from '../outbox/outbox.ts';
import { outbox } from '../outbox/outbox.table.ts';
import type { Calendar } from '#src/platform/calendar.ts';
import { dayMs, hourMs, minuteMs } from '#src/platform/durations.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';

/** How long related items are gathered into one email. */
const gatherMs = { 'at-once': 0, batch: batchPauseMs, conversation: 10 * minuteMs, hour: hourMs } as const;

/** The advisory lock of the emails to a member that are about no client; the letters "memb". */
const memberLock = 0x6d_65_6d_62;

type Item = Omit<typeof emailItems.$inferInsert, 'mailId'>;

type Due = {
  /** Null if it is about several clients, or none. */
  readonly clientId: string | null;
  readonly audience: Audience;
  readonly topic: string;
  /** The recipient; the team's inbox by default. */
  readonly personId?: string;
  readonly item: Item;
  readonly startAfter?: Date;
};

/**
 * Adds an item to the email that is still gathering, or queues a new one. The caller must have locked the client's row; emails without
 * a client are locked by their recipient.
 */
async function addToMail(
  tx: Db,
  { jobs, now }: QueueMoment,
  { clientId, audience, topic, personId, item, startAfter }: Due,
): Promise<void> {
  const kind = notificationEmailKindOf(audience);
  if (clientId === null)
    await tx.execute(sql`select pg_advisory_xact_lock(${memberLock}, hashtext(${personId ?? ''}))`);
  // The lock keeps a worker from sending it before this item is added.
  const [gathering] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        clientId === null ? isNull(outbox.clientId) : eq(outbox.clientId, clientId),
        eq(outbox.kind, kind),
        eq(outbox.topic, topic),
        personId === undefined ? isNull(outbox.personId) : eq(outbox.personId, personId),
        eq(outbox.state, 'queued'),
        isNull(outbox.takenAt),
      ),
    )
    .for('update');
  const mail = { kind, topic, subjectId: item.subjectId, clientId, personId: personId ?? null };
  const mailId = gathering?.id ?? (await queueMail(tx, { jobs, now }, mail, startAfter));
  await tx
    .insert(emailItems)
    .values({ mailId, ...item })
    .onConflictDoUpdate({
      target: [emailItems.mailId, emailItems.kind, emailItems.subjectId],
      set: { details: item.details, madeAt: item.madeAt },
    });
}

/** Returns when an email with such an item is sent; empty if at once. */
function leavingAfter(now: Date, time: MailTime): { startAfter?: Date } {
  const waitMs = gatherMs[time];
  return waitMs === 0 ? {} : { startAfter: new Date(now.getTime() + waitMs) };
}

/** Returns the topic and time of the email about a notification; null if the person gets none. */
function clientMailOf(
  kind: NotificationKind,
  preference: MailPreference,
  { now, calendar }: { readonly now: Date; readonly calendar: Calendar },
): { topic: string; startAfter?: Date } | null {
  const { mail } = notificationKinds[kind];
  if (mail === null || preference === 'none') return null;
  return preference === 'daily'
    ? { topic: 'daily', startAfter: calendar.nextAt(now, notices.daily.hour) }
    : { topic: mail.topic, ...leavingAfter(now, mail.time) };
}

type Recipient = {
  readonly id: string;
  readonly mailPreference: MailPreference;
  readonly permission: Permission | null;
};

/** Lists the people of a client who can sign in, with their email preference. */
export const listRecipients = (tx: Db, clientId: string): Promise<Recipient[]> =>
  tx
    .select({ id: people.id, mailPreference: people.mailPreference, permission: people.permission })
    .from(people)
    .where(and(eq(people.clientId, clientId), isNull(people.disabledAt)))
    .orderBy(asc(people.id));

type News = {
  readonly projectId: string | null;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string>>;
};

/**
 * Queues an email to a client's person about a notification, according to their preference. Listeners get none about invoices.
 */
export async function queueClientEmail(
  tx: Db,
  { jobs, now, calendar = studioCalendar }: QueueMoment & { readonly calendar?: Calendar },
  { id: personId, clientId, mailPreference, permission }: Recipient & { readonly clientId: string },
  { notify, ...news }: News & { notify: NotificationKind },
): Promise<void> {
  if (permission === 'listen' && invoiceNotificationKinds.includes(notify)) return;
  const mail = clientMailOf(notify, mailPreference, { now, calendar });
  if (!mail) return;
  const due = { ...mail, clientId, personId, audience: 'client' as const };
  await addToMail(tx, { jobs, now }, { ...due, item: { ...news, kind: notify, madeAt: now } });
}

/** Returns true if the team was emailed about the same kind and subject in the last day. */
async function wasEmailedToday(
  tx: Db,
  now: Date,
  clientId: string,
  { kind, subjectId }: { kind: ChangeKind; subjectId: string },
): Promise<boolean> {
  const recent = await tx
    .select({ mailId: emailItems.mailId })
    .from(emailItems)
    .innerJoin(outbox, eq(outbox.id, emailItems.mailId))
    .where(
      and(
        eq(outbox.clientId, clientId),
        eq(outbox.kind, notificationEmailKindOf('team')),
        eq(emailItems.kind, kind),
        eq(emailItems.subjectId, subjectId),
        gt(emailItems.madeAt, new Date(now.getTime() - dayMs)),
      ),
    )
    .limit(1);
  return recent.length > 0;
}

/**
 * Queues an email to the team's inbox about a client's change, and to the members who want one, if its kind has one. A kind that is
 * sent at once is sent once a day for the same subject, so that repeatedly reporting and withdrawing a payment does not fill the inbox.
 */
export async function queueTeamEmail(
  tx: Db,
  moment: QueueMoment,
  clientId: string,
  { kind, except, ...news }: News & { readonly kind: ChangeKind; readonly except: readonly string[] },
): Promise<void> {
  const { teamMail } = changeKinds[kind];
  if (!teamMail) return;
  const { topic, time } = teamMail;
  const { jobs, now } = moment;
  if (time === 'at-once' && (await wasEmailedToday(tx, now, clientId, { kind, ...news }))) return;
  const due = { clientId, audience: 'team' as const, topic, ...leavingAfter(now, time) };
  await addToMail(tx, { jobs, now }, { ...due, item: { ...news, kind, madeAt: now } });
  await queueMemberNews(tx, moment, { kind, clientId, leadId: null, topic, except, ...news });
}

type MemberNews = News & {
  readonly kind: string;
  readonly clientId: string | null;
  readonly leadId: string | null;
  readonly topic: string;
  /** The ids of members who are told otherwise. */
  readonly except: readonly string[];
};

/** Queues an email to each team member who wants one about this: at once, or with their daily email. */
export async function queueMemberNews(
  tx: Db,
  { jobs, now, calendar = studioCalendar }: QueueMoment & { readonly calendar?: Calendar },
  { kind, clientId, leadId, topic, except, ...news }: MemberNews,
): Promise<void> {
  const chosen = memberMailKindOf(kind);
  if (chosen === null) return;
  const { projectId } = news;
  for (const { personId, timing } of await listWanting(tx, { kind: chosen, projectId, except })) {
    const item = { ...news, kind, madeAt: now, clientId, leadId };
    const due =
      timing === 'daily'
        ? { clientId: null, topic: 'daily', startAfter: calendar.nextAt(now, notices.daily.hour) }
        : { clientId, topic, ...leavingAfter(now, memberMailTime[chosen]) };
    await addToMail(tx, { jobs, now }, { ...due, audience: 'member', personId, item });
  }
}

/** Queues the email to a team member who was mentioned, unless they want none. */
export async function queueMentionEmail(
  tx: Db,
  moment: QueueMoment,
  clientId: string,
  { memberId, ...news }: News & { readonly memberId: string },
): Promise<void> {
  const { topic } = memberKinds['member-mentioned'];
  const others = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 'team'), ne(people.id, memberId)));
  const except = others.map(({ id }) => id);
  await queueMemberNews(tx, moment, {
    kind: 'member-mentioned',
    clientId,
    leadId: null,
    topic,
    except,
    ...news,
  });
}

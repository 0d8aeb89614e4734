import { and, eq, isNull } from 'drizzle-orm';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { DecideMail, MailDecision, MailKinds, MailSettings } from '../outbox/outbox.ts';
import type { OutboxMail } from '../outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Attachment } from '#src/platform/mail/mailer.ts';
import type { Log } from '#src/platform/log.ts';
import {
  invoiceNotificationKinds,
  logUnknownKinds,
  emailTextOf,
  notificationOf,
  unknownMailKinds,
  type Audience,
} from '../kinds/find-kind.ts';
import type { Quoted, SettledBy } from '../kinds/kind.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { emailItems } from './email-item.table.ts';
import { findMemberEmails, memberMailKindOf, timingOf, type MemberEmails } from './member-emails.ts';
import { includesTexts } from './email-texts.ts';

/** How long a person counts as present after the last sign of an open page; pages report three times a minute. */
const lookingMs = 45_000;

/** An email that gathers the files of an upload is sent after this pause, or after `longestBatchMs` at the latest. */
export const batchPauseMs = 30_000;
const longestBatchMs = 10 * minuteMs;

/** Returns the outbox kind of the emails for this audience. */
export const notificationEmailKindOf = (audience: Audience) => `${audience}-notice` as const;

export const notificationEmailKindNames = [
  notificationEmailKindOf('client'),
  notificationEmailKindOf('team'),
  notificationEmailKindOf('member'),
];

/** The current details of an item, besides those stored with it, and its attachment. */
export type MailSubject = {
  readonly details: Readonly<Record<string, string>>;
  /** Null if it no longer exists. */
  readonly attach: () => Promise<Attachment | null>;
  /** The picture of the item, if its attachment is shown within the mail. */
  readonly picture?: MailPicture;
};

/** An inline picture: the id of its attachment, the name of its subject, its alternative text and caption. */
export type MailPicture = {
  readonly contentId: string;
  readonly alt: string;
  readonly name: string;
  readonly caption: string;
};

/** Returns the current texts of these messages, comments or requests of a client, by id; those that nobody may read any more are left out. */
type FindTexts = (db: Db, clientId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

type ListWaiting = (db: Db, ids: readonly string[]) => Promise<readonly string[]>;

/** What higher layers provide about the subjects of emails. */
export type EmailSubjects = {
  /** Returns the names of these projects by id; missing ones are left out. */
  readonly listProjectNames: (db: Db, projectIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** By what settles a notification: returns which of these subjects are still waiting for the client. */
  readonly listWaiting: Readonly<Record<Exclude<SettledBy, 'looking'>, ListWaiting>>;
  readonly findTexts: Readonly<Record<Quoted, FindTexts>>;
  /** Returns which of these subjects the team has dealt with: answered, resolved, downloaded or confirmed. */
  readonly listHandled: ListWaiting;
  /** Finds the subjects with current details for the email. */
  readonly findSubjects: (
    db: Db,
    ids: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, MailSubject>>;
};

export type EmailItem = Pick<
  typeof emailItems.$inferSelect,
  'kind' | 'subjectId' | 'projectId' | 'details' | 'madeAt'
> & {
  readonly projectName: string | null;
  /** The client that it is about; null if it is about a lead. */
  readonly clientId: string | null;
  readonly clientName: string | null;
  /** True if it is still waiting for the client. */
  readonly isOpen: boolean;
  /** True if somebody of the team has dealt with it. */
  readonly isHandled: boolean;
  /** Null if there is nothing to attach. */
  readonly attach: MailSubject['attach'] | null;
  readonly picture: MailPicture | null;
  /** What was written; null if it is not quoted. */
  readonly text: string | null;
};

type Reader = Pick<
  typeof people.$inferSelect,
  'name' | 'email' | 'permission' | 'mailPreference' | 'lookedAt' | 'canSeeMoney'
>;

export type NotificationEmail = {
  readonly id: string;
  readonly audience: Audience;
  /** The topic whose items it gathers. */
  readonly topic: string;
  readonly createdAt: Date;
  readonly takenAt: Date | null;
  /** Null if it is about several clients, or about leads. */
  readonly client: Pick<typeof clients.$inferSelect, 'id' | 'name' | 'erasedAt'> | null;
  /** The person it goes to; null if it goes to the team's inbox, or if they can no longer sign in. */
  readonly reader: Reader | null;
  readonly items: readonly EmailItem[];
  /** The choices of a team member; null for other recipients. */
  readonly choices: MemberEmails | null;
};

type ItemRow = Pick<EmailItem, 'kind' | 'subjectId' | 'clientId'>;

/** Returns what an email quotes of its items. */
async function findQuotes(
  tx: Db,
  audience: Audience,
  items: readonly ItemRow[],
  { findTexts }: EmailSubjects,
): Promise<(item: ItemRow) => string | null> {
  if (!(await includesTexts(tx))) return () => null;
  const quotedIn = ({ kind }: ItemRow) => emailTextOf(audience, kind).quotes;
  const texts = new Map<Quoted, Map<string, string>>();
  for (const [clientId, ofClient] of Map.groupBy(items, (item) => item.clientId))
    for (const [quoted, of] of Map.groupBy(ofClient, quotedIn)) {
      if (quoted === undefined || clientId === null) continue;
      const ids = of.map(({ subjectId }) => subjectId);
      const known = texts.get(quoted) ?? new Map<string, string>();
      texts.set(quoted, new Map([...known, ...(await findTexts[quoted](tx, clientId, ids))]));
    }
  return (item) => {
    const quoted = quotedIn(item);
    return (quoted && texts.get(quoted)?.get(item.subjectId)) ?? null;
  };
}

type ItemsOf = { readonly mailId: string; readonly clientId: string | null; readonly audience: Audience };

async function listItems(
  tx: Db,
  { mailId, clientId, audience }: ItemsOf,
  subjects: EmailSubjects,
  now: Date,
): Promise<EmailItem[]> {
  const { kind, subjectId, projectId, details, madeAt } = emailItems;
  const rows = await tx
    .select({
      kind,
      subjectId,
      projectId,
      details,
      madeAt,
      of: emailItems.clientId,
      clientName: clients.name,
    })
    .from(emailItems)
    .leftJoin(clients, eq(clients.id, emailItems.clientId))
    .where(and(eq(emailItems.mailId, mailId), isNull(clients.erasedAt)))
    .orderBy(madeAt, subjectId);
  const items = rows.map(({ of, ...row }) => ({ ...row, clientId: of ?? clientId }));
  const projectIds = new Set(items.flatMap((item) => item.projectId ?? []));
  const names = await subjects.listProjectNames(tx, [...projectIds]);
  const open = new Set<string>();
  const ids = items.map((item) => item.subjectId);
  const found = await subjects.findSubjects(tx, ids, now);
  const quoteOf = await findQuotes(tx, audience, items, subjects);
  const handled = new Set(audience === 'member' ? await subjects.listHandled(tx, ids) : []);
  for (const list of Object.values(subjects.listWaiting)) for (const id of await list(tx, ids)) open.add(id);
  return items.map(({ projectId: of, ...item }) => {
    // A general conversation has a name although it has no project.
    const projectName = (of === null ? item.details['conversation'] : names.get(of)) ?? null;
    const subject = found.get(item.subjectId);
    return {
      ...item,
      details: { ...item.details, ...subject?.details },
      projectId: projectName === null ? null : of,
      projectName,
      isOpen: open.has(item.subjectId),
      isHandled: handled.has(item.subjectId),
      attach: subject?.attach ?? null,
      picture: subject?.picture ?? null,
      text: quoteOf(item),
    };
  });
}

/** Finds a person of the client, or of the team, who can sign in; null if there is none. */
async function findReader(tx: Db, personId: string | null, clientId: string | null): Promise<Reader | null> {
  if (personId === null) return null;
  const { name, email, permission, mailPreference, lookedAt, canSeeMoney } = people;
  const isOf = clientId === null ? isNull(people.clientId) : eq(people.clientId, clientId);
  const [reader] = await tx
    .select({ name, email, permission, mailPreference, lookedAt, canSeeMoney })
    .from(people)
    .where(and(eq(people.id, personId), isOf, isNull(people.disabledAt)));
  return reader ?? null;
}

/** Finds an email with its items; null if its client has been deleted. */
async function findNotificationEmail(
  tx: Db,
  { id, topic, createdAt, takenAt, clientId, personId }: OutboxMail,
  audience: Audience,
  subjects: EmailSubjects,
  now: Date,
): Promise<NotificationEmail | null> {
  const [client = null] =
    clientId === null ? [] : await tx.select().from(clients).where(eq(clients.id, clientId));
  const isOfNobody = clientId === null && audience === 'member';
  if ((!client && !isOfNobody) || topic === null) return null;
  const reader = await findReader(tx, personId, audience === 'client' ? clientId : null);
  const items = await listItems(tx, { mailId: id, clientId, audience }, subjects, now);
  const choices = audience === 'member' && personId !== null ? await findMemberEmails(tx, personId) : null;
  return { id, audience, topic, createdAt, takenAt, client, reader, items, choices };
}

type EmailDecision =
  | Exclude<MailDecision, { kind: 'mail' | 'forward' }>
  | { kind: 'send'; items: readonly EmailItem[] };

/** Returns true if this item is still news to a person who last looked at `lookedAt`. */
function isNews({ kind, madeAt, isOpen }: EmailItem, isDaily: boolean, lookedAt: Date | null): boolean {
  const isSeen = lookedAt !== null && lookedAt >= madeAt;
  if (notificationOf(kind).settledBy === 'looking') return !isSeen;
  // A daily email lists everything that is still waiting, seen or not.
  return isOpen && (isDaily || !isSeen);
}

/** Returns when the batch of an unsent email ends; null if it has none. */
function endOfBatch({ audience, items, createdAt, takenAt }: NotificationEmail): Date | null {
  const isBatch = items.some(({ kind }) => emailTextOf(audience, kind).time === 'batch');
  if (!isBatch || takenAt !== null) return null;
  const newest = Math.max(...items.map(({ madeAt }) => madeAt.getTime()));
  return new Date(Math.min(newest + batchPauseMs, createdAt.getTime() + longestBatchMs));
}

/** Returns true if a team member still wants to be told of an item that nobody of the team has dealt with. */
function isWanted(
  item: EmailItem,
  { choices }: Pick<NotificationEmail, 'choices'>,
  { email, canSeeMoney }: Reader,
  teamInbox: string,
): boolean {
  const kind = memberMailKindOf(item.kind);
  if (kind === 'payments' && !canSeeMoney) return false;
  // The inbox has had all of it, except mentions.
  if (kind !== 'mentions' && email.toLowerCase() === teamInbox.toLowerCase()) return false;
  const isOver = item.isHandled && kind !== 'mentions';
  return !isOver && (choices === null || timingOf(choices, item) !== 'none');
}

/**
 * Decides whether to send, delay or skip an email now. A person who was present just before a change may be seeing it: after
 * `lookingMs` their page has reported again or not.
 */
function decideEmail(mail: NotificationEmail, now: Date, teamInbox: string): EmailDecision {
  const { audience, client, reader, items, topic, takenAt } = mail;
  if (client?.erasedAt) return { kind: 'skip', reason: 'erased' };
  const isDaily = topic === 'daily';
  const batchEnds = isDaily ? null : endOfBatch(mail);
  const isGathering = batchEnds !== null && batchEnds > now;
  if (audience === 'team') return isGathering ? { kind: 'wait', until: batchEnds } : { kind: 'send', items };
  if (!reader) return { kind: 'skip', reason: 'disabled' };
  if (audience === 'member') {
    if (isGathering) return { kind: 'wait', until: batchEnds };
    const wanted = items.filter((item) => isWanted(item, mail, reader, teamInbox));
    return wanted.length === 0
      ? { kind: 'skip', reason: 'nothing waits any more' }
      : { kind: 'send', items: wanted };
  }
  if (reader.mailPreference === 'none') return { kind: 'skip', reason: 'wants no mail' };
  if (isGathering) return { kind: 'wait', until: batchEnds };
  const mayRead = ({ kind }: EmailItem) =>
    reader.permission !== 'listen' || !invoiceNotificationKinds.includes(kind);
  const news = items.filter((item) => mayRead(item) && isNews(item, isDaily, reader.lookedAt));
  if (news.length === 0) return { kind: 'skip', reason: 'nothing waits any more' };
  const lookedMsAgo = reader.lookedAt ? now.getTime() - reader.lookedAt.getTime() : Infinity;
  if (!isDaily && takenAt === null && lookedMsAgo < lookingMs)
    return { kind: 'wait', until: new Date(now.getTime() + lookingMs) };
  return { kind: 'send', items: news };
}

/** Decides about emails on a client's projects: each is sent unless it is no longer news. */
export function notificationEmailKinds(
  settings: MailSettings,
  subjects: EmailSubjects,
  log: Pick<Log, 'warn'>,
): MailKinds {
  const decideFor =
    (audience: Audience): DecideMail =>
    async (tx, mail, now) => {
      const notice = await findNotificationEmail(tx, mail, audience, subjects, now);
      if (!notice) return { kind: 'skip', reason: 'erased' };
      const decision = decideEmail(notice, now, settings.teamInbox);
      if (decision.kind !== 'send') return decision;
      const { items } = decision;
      logUnknownKinds(log, 'mail', unknownMailKinds(audience, items));
      // Loaded on demand: the templates are large.
      const compose = async () =>
        (await import('./notification.email.tsx')).notificationEmailOf({ ...notice, items }, settings);
      return { kind: 'mail', isForTeam: audience === 'team', compose };
    };
  return {
    [notificationEmailKindOf('client')]: decideFor('client'),
    [notificationEmailKindOf('team')]: decideFor('team'),
    [notificationEmailKindOf('member')]: decideFor('member'),
  };
}

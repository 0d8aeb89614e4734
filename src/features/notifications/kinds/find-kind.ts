import notices from '#content/notices.yaml';
import portal from '#content/portal.yaml';
import type { Permission } from '#src/features/accounts/people/person.table.ts';
import type { Log } from '#src/platform/log.ts';
import {
  type ChangeFacts,
  type EmailText,
  type NotificationFacts,
  type SettledBy,
  projectPage,
} from './kind.ts';
import { changeKinds, memberKinds } from './change-kinds.ts';
import { notificationKinds, type NotificationKind } from './notification-kinds.ts';

/** The recipient of an email about a client's projects: a person of the client, the team's inbox, or one team member. */
export type Audience = 'client' | 'team' | 'member';

/** Finds a change by its stored kind; null for a kind of a newer version. */
export const findChange = (kind: string): ChangeFacts | null =>
  Object.hasOwn(changeKinds, kind) ? changeKinds[kind as keyof typeof changeKinds] : null;

const findNotification = (kind: string): NotificationFacts | null =>
  Object.hasOwn(notificationKinds, kind) ? notificationKinds[kind as NotificationKind] : null;

const findMemberKind = (kind: string): EmailText | null =>
  Object.hasOwn(memberKinds, kind) ? memberKinds[kind as keyof typeof memberKinds] : null;

/** The notification shown for an unknown kind. */
const unknownNotification: NotificationFacts = {
  sentence: portal.notifications.something,
  about: 'project',
  path: projectPage('/portal', '/portal'),
  settledBy: 'looking',
  mail: null,
};

/** Returns a notification for a reader by its stored kind; a neutral one for a kind of a newer version. */
export function notificationOf(kind: string, permission: Permission | null = 'approve'): NotificationFacts {
  const facts = findNotification(kind) ?? unknownNotification;
  if (permission !== 'listen' || !facts.toListeners) return facts;
  const { sentence, mail } = facts.toListeners;
  return { ...facts, sentence, mail: facts.mail && { ...facts.mail, ...mail } };
}

/** Returns the email line for an unknown kind, which links to the reader's own side. */
const unknownLine = (audience: Audience): EmailText => ({
  time: 'at-once',
  topic: 'other',
  subject: audience === 'client' ? notices.client.otherSubject : notices.team.otherSubject,
  severalSubject: null,
  one: notices.live.something,
  several: null,
  link:
    audience === 'client'
      ? { label: notices.client.open.project, path: projectPage('/portal', '/portal') }
      : { label: notices.team.open.project, path: projectPage('/desk', '/desk') },
});

/**
 * Returns the texts of an email line by its stored kind; neutral ones if this version has none for this reader.
 */
export function emailTextOf(
  audience: Audience,
  kind: string,
  permission: Permission | null = 'approve',
): EmailText {
  const mailed = {
    client: () => (findNotification(kind) ? notificationOf(kind, permission).mail : null),
    team: () => findChange(kind)?.teamMail,
    member: () => findMemberKind(kind) ?? findChange(kind)?.teamMail,
  }[audience]();
  return mailed ?? unknownLine(audience);
}

/** The unknown kinds already logged, by log. */
const told = new WeakMap<object, Set<string>>();

/**
 * Logs kinds that this version does not know: a newer one has written to this database. Each kind is logged once.
 */
export function logUnknownKinds(
  log: Pick<Log, 'warn'>,
  where: 'mail' | 'notification',
  kinds: string[],
): void {
  const before = told.get(log) ?? new Set();
  told.set(log, before);
  for (const kind of kinds) {
    const line = `${where} ${kind}`;
    if (before.has(line)) continue;
    before.add(line);
    log.warn(`a ${where} is of an unknown kind`, { kind });
  }
}

/** Returns the kinds of these rows that are no known notification. */
export const unknownNotificationKinds = (rows: readonly { readonly kind: string }[]): string[] =>
  rows.flatMap(({ kind }) => (findNotification(kind) ? [] : [kind]));

/** Returns the kinds of these email items that have no texts for this reader. */
export const unknownMailKinds = (audience: Audience, rows: readonly { readonly kind: string }[]): string[] =>
  rows.flatMap(({ kind }) => (emailTextOf(audience, kind).topic === 'other' ? [kind] : []));

const isAboutInvoice = (kind: string) => /^(?:invoice|payment)-/.test(kind);

/** The kinds about invoices, which listeners do not get. */
export const invoiceNotificationKinds: string[] = Object.keys(notificationKinds).filter(isAboutInvoice);
export const invoiceChangeKinds: ReadonlySet<string> = new Set(
  Object.keys(changeKinds).filter(isAboutInvoice),
);

/** Returns the kinds of notification that are settled by this. */
export const kindsSettledBy = (by: SettledBy): NotificationKind[] =>
  (Object.keys(notificationKinds) as NotificationKind[]).filter(
    (kind) => notificationKinds[kind].settledBy === by,
  );

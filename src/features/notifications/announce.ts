import { v7 as uuidv7 } from 'uuid';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices, QueueMoment } from '#src/platform/jobs/jobs.ts';
import { publishEvent } from './events/client-events.ts';
import {
  listRecipients,
  queueClientEmail,
  queueMentionEmail,
  queueTeamEmail,
} from './emails/queue-emails.ts';
import { notificationClearings, notifications } from './panel/notification.table.ts';
import type { ChangeKind } from './kinds/change-kinds.ts';
import type { NotificationKind } from './kinds/notification-kinds.ts';

export type Change = {
  readonly kind: ChangeKind;
  readonly clientId: string;
  readonly projectId: string | null;
  /** The id of the file, message, milestone, invoice or project that changed. */
  readonly subjectId: string;
  /** Names for the sentences about it: `project`, `file`, `milestone`, `invoice` (INV-1042), `author`. */
  readonly details?: Readonly<Record<string, string>>;
  /** The notification for everyone of the client; without it they get neither a notification nor an email. */
  readonly notify?: NotificationKind;
  /** The client's people who are mentioned; each gets that notification instead of the general one. */
  readonly named?: readonly string[];
  /** False if another change of the same transaction tells the team about this one. */
  readonly emailsTeam?: boolean;
  /** The team members who are mentioned; each gets an email of their own. */
  readonly members?: readonly string[];
};

type News = Pick<Change, 'projectId' | 'subjectId'> & { readonly details: Readonly<Record<string, string>> };

/** Notifies the people of a client and emails each according to their preference. */
async function notifyPeople(
  tx: Db,
  { jobs, now }: QueueMoment,
  {
    clientId,
    notify,
    named,
  }: {
    readonly clientId: string;
    readonly notify: NotificationKind | undefined;
    readonly named: readonly string[];
  },
  news: News,
): Promise<void> {
  const rowOf = (kind: NotificationKind, personId: string | null) => ({
    id: uuidv7(),
    clientId,
    personId,
    kind,
    ...news,
    madeAt: now,
  });
  const [general] = notify
    ? await tx.insert(notifications).values(rowOf(notify, null)).onConflictDoNothing().returning()
    : [];
  for (const person of await listRecipients(tx, clientId)) {
    const isNamed = named.includes(person.id);
    if (isNamed) {
      await tx.insert(notifications).values(rowOf('mention-received', person.id)).onConflictDoNothing();
      const cleared = { personId: person.id, clearedAt: now };
      if (general) await tx.insert(notificationClearings).values({ notificationId: general.id, ...cleared });
    }
    const kind = isNamed ? 'mention-received' : notify;
    if (kind) await queueClientEmail(tx, { jobs, now }, { ...person, clientId }, { notify: kind, ...news });
  }
}

/**
 * Writes everything that follows from a change which a client can see, in the caller's transaction: the activity, the numbered event
 * for open pages, the notification, and the emails to the client's people and to the team. The client is locked until the commit, so
 * that events become visible in the order of their numbers; the caller has locked it before, or announces first. Throws if there is
 * no such client or it was erased.
 */
export async function announce(
  tx: Db,
  { clock, jobs }: QueueServices,
  actor: Actor,
  change: Change,
): Promise<void> {
  const { kind, clientId, projectId, subjectId, details = {}, notify, named = [], members = [] } = change;
  const { emailsTeam = true } = change;
  const now = clock.now();
  const about = { projectId, subjectId, details };
  // An email names the person who made the change as the author.
  const news = { ...about, details: { author: actor.name, ...details } };
  const seq = await publishEvent(tx, { kind, clientId, projectId, at: now });
  if (seq === null) throw new Error(`There is no client ${clientId}`);
  await recordActivity(tx, now, actor, { kind, clientId, ...about });
  if (notify || named.length > 0) await notifyPeople(tx, { jobs, now }, { clientId, notify, named }, news);
  for (const memberId of members) await queueMentionEmail(tx, { jobs, now }, clientId, { memberId, ...news });
  if (actor.clientId === clientId && emailsTeam)
    await queueTeamEmail(tx, { jobs, now }, clientId, { kind, except: members, ...news });
}

import { and, eq, gte, isNull, notExists, notInArray, or, sql, type SQL, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import { clientAction } from '#src/features/accounts/access/action.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { announce } from '../announce.ts';
import { notificationClearings, notifications } from './notification.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { invoiceNotificationKinds, kindsSettledBy } from '../kinds/find-kind.ts';
import type { SettledBy } from '../kinds/kind.ts';

/** Clears a client's notifications about these subjects, of every kind settled by `by`, in the caller's transaction. */
export async function settleNotifications(
  tx: Db,
  now: Date,
  by: SettledBy,
  { clientId, subjectIds }: { readonly clientId: string; readonly subjectIds: readonly string[] },
): Promise<void> {
  await tx
    .update(notifications)
    .set({ clearedAt: now })
    .where(
      and(
        eq(notifications.clientId, clientId),
        inArray(notifications.kind, kindsSettledBy(by)),
        inArray(notifications.subjectId, [...subjectIds]),
        isNull(notifications.clearedAt),
      ),
    );
}

type Notified = Pick<ClientPerson, 'id' | 'clientId' | 'permission'>;

/**
 * Matches the notifications that a person sees: those for everyone of their client, and their own. Listeners see none about invoices.
 */
const isNotifiedOf = ({ id, clientId, permission }: Notified): SQL | undefined =>
  and(
    eq(notifications.clientId, clientId),
    or(isNull(notifications.personId), eq(notifications.personId, id)),
    permission === 'listen' ? notInArray(notifications.kind, invoiceNotificationKinds) : undefined,
  );

/** Matches a person's open notifications: made since they joined, not settled, and not cleared by them. */
export function waitingFor(db: Db, person: Notified): SQL | undefined {
  const cleared = db
    .select({ one: sql`1` })
    .from(notificationClearings)
    .where(
      and(
        eq(notificationClearings.notificationId, notifications.id),
        eq(notificationClearings.personId, person.id),
      ),
    );
  const arrived = db.select({ at: people.createdAt }).from(people).where(eq(people.id, person.id));
  return and(
    isNotifiedOf(person),
    isNull(notifications.clearedAt),
    notExists(cleared),
    gte(notifications.madeAt, arrived),
  );
}

/**
 * Clears one of a person's notifications, or all of them with `all`, for that person only. Returns how many were cleared. Clearing
 * again changes nothing; another client's notification is not found.
 */
export async function clearNotifications(
  db: Db,
  services: QueueServices,
  person: ClientPerson,
  which: string,
): Promise<{ ok: true; cleared: number } | { ok: false; reason: 'not-found' }> {
  if (which !== 'all' && !validate(which)) return { ok: false, reason: 'not-found' };
  const { id: personId, clientId } = person;
  const asked = which === 'all' ? undefined : eq(notifications.id, which);
  return db.transaction(async (tx) => {
    if (!(await lockClient(tx, clientId))) return { ok: false, reason: 'not-found' };
    const waiting = await tx
      .select({ notificationId: notifications.id })
      .from(notifications)
      .where(and(waitingFor(tx, person), asked));
    const [first] = waiting;
    if (!first) {
      const isKnown =
        asked === undefined || (await tx.$count(notifications, and(isNotifiedOf(person), asked))) > 0;
      return isKnown ? { ok: true, cleared: 0 } : { ok: false, reason: 'not-found' };
    }
    const cleared = { personId, clearedAt: services.clock.now() };
    await tx.insert(notificationClearings).values(waiting.map((row) => ({ ...row, ...cleared })));
    await announce(tx, services, person, {
      kind: 'notifications-cleared',
      clientId,
      projectId: null,
      subjectId: first.notificationId,
      details: { count: String(waiting.length) },
    });
    return { ok: true, cleared: waiting.length };
  });
}

/** Clears the posted notification, or all of them. */
export const clearNotificationsAction = clientAction(async ({ services, person, entries }) => {
  const which = entries['notificationId'] ?? 'all';
  const done = await clearNotifications(services.db, services, person, which);
  if (!done.ok) return { ok: false, status: 404, error: portal.notifications.notFound };
  return { ok: true, next: '/portal#notifications', data: { cleared: done.cleared } };
});

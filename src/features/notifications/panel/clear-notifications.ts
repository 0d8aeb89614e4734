import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import { clientAction } from '#src/features/accounts/access/person-action.ts';
import { lockClient } from '#src/features/accounts/people/lock-client.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { announce } from '../announce.ts';
import { notificationClearings, notifications } from '../events/notification.table.ts';
import { isNotifiedOf, waitingFor } from '../events/waiting-notifications.ts';

/**
 * Clears one of a person's notifications, or all of them with `all`, for that person only. Returns how many were cleared. The
 * subjects stay. Clearing again changes nothing; another client's notification is not found.
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

/** Clears the posted notification; without one, every one. */
export const clearNotificationsAction = clientAction(async ({ services, person, entries }) => {
  const which = entries['notificationId'] ?? 'all';
  const done = await clearNotifications(services.db, services, person, which);
  if (!done.ok) return { ok: false, status: 404, error: portal.notifications.notFound };
  return { ok: true, next: '/portal#notifications', data: { cleared: done.cleared } };
});

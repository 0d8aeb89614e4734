import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import portal from '#content/portal.yaml';
import { clientAction } from '#src/features/accounts/access/person-action.ts';
import { lockClient } from '#src/features/accounts/people/lock-client.ts';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/**
 * Clears one of a client's notifications, or with `all` every one, and returns how many. What they point at stays. Clearing
 * again changes nothing; another client's notification is not found.
 */
export async function clearNotifications(
  db: Db,
  services: AnnounceServices,
  client: Person,
  which: string,
): Promise<{ ok: true; cleared: number } | { ok: false; reason: 'not-found' }> {
  if (which !== 'all' && !validate(which)) return { ok: false, reason: 'not-found' };
  const own = eq(notifications.clientId, client.id);
  const asked = which === 'all' ? own : and(own, eq(notifications.id, which));
  return db.transaction(async (tx) => {
    if (!(await lockClient(tx, client.id))) return { ok: false, reason: 'not-found' };
    const cleared = await tx
      .update(notifications)
      .set({ clearedAt: services.clock.now() })
      .where(and(asked, isNull(notifications.clearedAt)))
      .returning({ id: notifications.id });
    if (cleared.length > 0) {
      await announce(tx, services, client, {
        kind: 'notifications-cleared',
        clientId: client.id,
        projectId: null,
        subjectId: cleared[0]?.id ?? client.id,
        details: { count: String(cleared.length) },
      });
    } else if (which !== 'all' && (await tx.$count(notifications, asked)) === 0) {
      return { ok: false, reason: 'not-found' };
    }
    return { ok: true, cleared: cleared.length };
  });
}

/** Clears the posted notification; without one, every one. */
export const clearNotificationsAction = clientAction(async ({ services, person, entries }) => {
  const which = entries['notificationId'] ?? 'all';
  const done = await clearNotifications(services.db, services, person, which);
  if (!done.ok) return { ok: false, status: 404, error: portal.notifications.notFound };
  return { ok: true, next: '/portal#notifications', data: { cleared: done.cleared } };
});

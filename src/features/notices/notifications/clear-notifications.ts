import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/**
 * Takes one of a client's notifications off their dashboard, or with `all` every one. What they point at stays. Clearing what
 * is cleared changes nothing; somebody else's is not there.
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

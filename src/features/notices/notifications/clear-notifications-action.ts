import { clientAction } from '#src/features/accounts/access/person-action.ts';
import portal from '#content/portal.yaml';
import { clearNotifications } from './clear-notifications.ts';

/** Clears the notification that was posted, or every one. */
export const clearNotificationsAction = clientAction(async ({ services, person, entries }) => {
  const which = entries['notificationId'] ?? 'all';
  const done = await clearNotifications(services.db, services, person, which);
  if (!done.ok) return { ok: false, status: 404, error: portal.notifications.notFound };
  return { ok: true, next: '/portal#notifications', data: { cleared: done.cleared } };
});

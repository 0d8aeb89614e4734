import portal from '#content/portal.yaml';
import type { Action } from '#src/features/accounts/access/take-action.ts';
import { clearNotifications } from './clear-notifications.ts';

/** Clears the notification that was posted, or every one. */
export const clearNotificationsAction: Action = async ({ services, session, entries }) => {
  if (!session) throw new Error('The policy lets only clients through');
  const which = entries['notificationId'] ?? 'all';
  const done = await clearNotifications(services.db, services, session.person, which);
  if (!done.ok) return { ok: false, status: 404, error: portal.notifications.notFound };
  return { ok: true, next: '/portal#notifications', data: { cleared: done.cleared } };
};

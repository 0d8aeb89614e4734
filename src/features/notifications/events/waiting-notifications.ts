import { and, eq, gte, isNull, notExists, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { ClientPerson } from '#src/features/accounts/sessions/session.ts';
import { invoiceNotificationKinds } from '../kinds/known-kinds.ts';
import type { Db } from '#src/platform/database/database.ts';
import { notificationClearings, notifications } from './notification.table.ts';

type Notified = Pick<ClientPerson, 'id' | 'clientId' | 'may'>;

/**
 * Matches the notifications that a person sees: those for everybody of their client, and their own. A person who may only listen
 * sees none about invoices.
 */
export const isNotifiedOf = ({ id, clientId, may }: Notified): SQL | undefined =>
  and(
    eq(notifications.clientId, clientId),
    or(isNull(notifications.personId), eq(notifications.personId, id)),
    may === 'listen' ? notInArray(notifications.kind, invoiceNotificationKinds) : undefined,
  );

/** Matches those that still wait for them: made since they are there, not settled, and not cleared by them. */
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

import { and, eq, inArray, isNull } from 'drizzle-orm';
import { kindsSettledBy } from '../kinds/known-kinds.ts';
import type { SettledBy } from '../kinds/notice-facts.ts';
import type { Db } from '#src/platform/database/database.ts';
import { notifications } from './notification.table.ts';

/** Clears a client's notifications about these things of every kind that is settled by this, in the caller's transaction. */
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

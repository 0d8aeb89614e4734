import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';

/** An invoice that is settled waits for its client no more: its notifications are cleared. */
export async function settleInvoiceNotices(
  tx: Db,
  now: Date,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<void> {
  await tx
    .update(notifications)
    .set({ clearedAt: now })
    .where(
      and(
        eq(notifications.clientId, clientId),
        inArray(notifications.kind, ['invoice-issued', 'invoice-overdue']),
        eq(notifications.subjectId, id),
        isNull(notifications.clearedAt),
      ),
    );
}

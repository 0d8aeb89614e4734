import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { todayHandled, todayReads } from './today.table.ts';

/** A row of Today as it was at a moment. */
export type SeenRow = { readonly kind: string; readonly item: string; readonly seenAt: Date };

/** Records that a team member has read these rows; what is newer stays unread. */
export async function markRead(db: Db, personId: string, rows: readonly SeenRow[]): Promise<void> {
  if (rows.length === 0) return;
  // In one order: two pages that read the same things at once would wait for each other.
  const values = rows
    .map(({ kind, item, seenAt }) => ({ personId, kind, item, readAt: seenAt }))
    .toSorted((a, b) => `${a.kind} ${a.item}`.localeCompare(`${b.kind} ${b.item}`));
  await db
    .insert(todayReads)
    .values(values)
    .onConflictDoUpdate({
      target: [todayReads.personId, todayReads.kind, todayReads.item],
      set: { readAt: sql`greatest(${todayReads.readAt}, excluded.read_at)` },
    });
}

/** Records that a team member has read everything of these kinds up to a moment. */
export const markAllRead = (
  db: Db,
  personId: string,
  { kinds, seenAt }: { readonly kinds: readonly string[]; readonly seenAt: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    await markRead(
      tx,
      personId,
      kinds.map((kind) => ({ kind, item: '', seenAt })),
    );
    const isCovered = and(ne(todayReads.item, ''), lte(todayReads.readAt, seenAt));
    await tx
      .delete(todayReads)
      .where(and(eq(todayReads.personId, personId), inArray(todayReads.kind, [...kinds]), isCovered));
  });

/** Records that the team has handled a row; what is newer waits again. */
export async function markHandled(db: Db, { kind, item, seenAt }: SeenRow): Promise<void> {
  await db
    .insert(todayHandled)
    .values({ kind, item, handledAt: seenAt })
    .onConflictDoUpdate({
      target: [todayHandled.kind, todayHandled.item],
      set: { handledAt: sql`greatest(${todayHandled.handledAt}, excluded.handled_at)` },
    });
}

/** Undoes `markHandled`. */
export async function markUnhandled(db: Db, { kind, item }: Pick<SeenRow, 'kind' | 'item'>): Promise<void> {
  await db.delete(todayHandled).where(and(eq(todayHandled.kind, kind), eq(todayHandled.item, item)));
}

import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Notes that what is new of a lead was seen, so that it no longer counts as new. One statement. */
export async function openLead(db: Db, now: Date, leadId: string): Promise<void> {
  const isNew = or(isNull(leads.openedAt), lt(leads.openedAt, leads.waitingSince));
  await db
    .update(leads)
    .set({ openedAt: now })
    .where(and(eq(leads.id, leadId), isNotNull(leads.waitingSince), isNew));
}

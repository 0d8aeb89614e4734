import { eq } from 'drizzle-orm';
import { leads } from './lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Locks a lead until the transaction ends and returns it; null if there is none. Lock a lead before any of its rows, as storing
 * forms and erasing people do: with one order there is no deadlock.
 */
export async function lockLead(tx: Db, leadId: string) {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  return lead ?? null;
}

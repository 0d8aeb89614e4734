import { eq } from 'drizzle-orm';
import { leads } from './lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * A lead, locked until the transaction ends; null where there is none. Whoever changes anything of a lead's locks them before any
 * row of theirs, the order in which forms are stored and people erased: in one order nobody waits in a circle.
 */
export async function lockLead(tx: Db, leadId: string) {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update');
  return lead ?? null;
}

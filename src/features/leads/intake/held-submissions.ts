import { and, eq, notExists, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { leads } from '#src/features/leads/records/lead.table.ts';
import { submissions } from '#src/features/leads/records/submission.table.ts';
import type { SubmitRules } from './submit-leads.ts';
import { advancedStatus, statusReachedBy } from '#src/features/leads/records/visitor-status.ts';

const isHeldOne = (id: string) => and(eq(submissions.id, id), eq(submissions.isHeld, true));

/**
 * Lets a held submission count, in one transaction: its sender becomes a lead and its mails are queued. False when there is
 * no held submission of this id.
 */
export async function releaseSubmission(
  db: Db,
  id: string,
  { enqueue }: Pick<SubmitRules, 'enqueue'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [released] = await tx.update(submissions).set({ isHeld: false }).where(isHeldOne(id)).returning();
    if (!released) return false;
    const [lead] = await tx.select().from(leads).where(eq(leads.id, released.leadId)).for('update');
    if (!lead) throw new Error('A submission without its lead');
    const status = advancedStatus(lead.status, statusReachedBy[released.form]);
    await tx
      .update(leads)
      .set({
        status,
        isHeld: false,
        sources: [...new Set([...lead.sources, released.form])],
        // They have waited since they wrote, not since somebody noticed.
        waitingSince: sql`least(${leads.waitingSince}, ${released.createdAt.toISOString()}::timestamptz)`,
      })
      .where(eq(leads.id, lead.id));
    await enqueue(tx, [id]);
    return true;
  });
}

/**
 * Deletes a held submission, and the lead with it where nothing else was sent by the same person. False when there is no held
 * submission of this id.
 */
export async function deleteHeldSubmission(db: Db, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx.delete(submissions).where(isHeldOne(id)).returning();
    if (!deleted) return false;
    const others = tx
      .select({ one: sql`1` })
      .from(submissions)
      .where(eq(submissions.leadId, deleted.leadId));
    await tx.delete(leads).where(and(eq(leads.id, deleted.leadId), notExists(others)));
    return true;
  });
}

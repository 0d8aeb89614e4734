import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { leads } from '../lead.table.ts';
import { submissions } from '../submission.table.ts';
import type { SubmitRules } from './submit-leads.ts';
import { advancedStatus, statusReachedBy } from '../lead-status.ts';
import { lockLead } from '../lock-lead.ts';

type SubmissionKey = { readonly leadId: string; readonly submissionId: string };

const isHeldOne = ({ leadId, submissionId }: SubmissionKey) =>
  and(eq(submissions.id, submissionId), eq(submissions.leadId, leadId), eq(submissions.isHeld, true));

/**
 * Lets a held submission of a lead count, in one transaction: its sender becomes a lead and its mails are queued. False when
 * they sent no such submission that is held.
 */
export async function releaseSubmission(
  db: Db,
  key: SubmissionKey,
  { enqueue }: Pick<SubmitRules, 'enqueue'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, key.leadId);
    if (!lead) return false;
    const [released] = await tx.update(submissions).set({ isHeld: false }).where(isHeldOne(key)).returning();
    if (!released) return false;
    const status = advancedStatus(lead.status, statusReachedBy[released.form]);
    await tx
      .update(leads)
      .set({
        status,
        isHeld: false,
        sources: [...new Set([...lead.sources, released.form])],
        // Their wait began when they wrote, not when the team noticed.
        waitingSince: sql`least(${leads.waitingSince}, ${released.createdAt.toISOString()}::timestamptz)`,
      })
      .where(eq(leads.id, lead.id));
    await enqueue(tx, [released.id]);
    return true;
  });
}

/**
 * Deletes a held submission of a lead, and the lead with it where nothing else was sent by the same person. False when they
 * sent no such submission that is held.
 */
export async function deleteHeldSubmission(db: Db, key: SubmissionKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockLead(tx, key.leadId))) return false;
    const deleted = await tx.delete(submissions).where(isHeldOne(key)).returning({ id: submissions.id });
    if (deleted.length === 0) return false;
    const others = await tx.$count(submissions, eq(submissions.leadId, key.leadId));
    if (others === 0) await tx.delete(leads).where(eq(leads.id, key.leadId));
    return true;
  });
}

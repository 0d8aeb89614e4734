import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { deliveries, type DeliveryKind } from './delivery.table.ts';
import type { FormName } from '#src/features/leads/form-names.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { submissions } from '#src/features/leads/submission.table.ts';

export type FailedDelivery = {
  readonly submissionId: string;
  readonly leadId: string;
  /** Whose submission it was. */
  readonly name: string;
  readonly kind: DeliveryKind;
  readonly form: FormName;
  readonly reason: string;
  readonly attempts: number;
  readonly failedAt: Date | null;
};

/** What could not be delivered for good, so that the team sees it: of one lead, or of all. */
export async function listFailedDeliveries(db: Db, leadId: string | null = null): Promise<FailedDelivery[]> {
  const isTheirs = leadId === null ? undefined : eq(submissions.leadId, leadId);
  const rows = await db
    .select({ delivery: deliveries, form: submissions.form, leadId: leads.id, name: leads.name })
    .from(deliveries)
    .innerJoin(submissions, eq(submissions.id, deliveries.submissionId))
    .innerJoin(leads, eq(leads.id, submissions.leadId))
    .where(and(eq(deliveries.state, 'failed'), isTheirs))
    .orderBy(asc(deliveries.settledAt));
  return rows.map(({ delivery, form, ...lead }) => ({
    ...lead,
    submissionId: delivery.submissionId,
    kind: delivery.kind,
    form,
    reason: delivery.lastError ?? '',
    attempts: delivery.attempts,
    failedAt: delivery.settledAt,
  }));
}

/** Tries a submission's failed deliveries again; false when none had failed. `enqueue` adds a new job for it. */
export async function retryDeliveries(
  db: Db,
  submissionId: string,
  enqueue: (tx: Db, submissionId: string) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const retried = await tx
      .update(deliveries)
      .set({ state: 'queued', settledAt: null })
      .where(and(eq(deliveries.submissionId, submissionId), eq(deliveries.state, 'failed')))
      .returning();
    if (retried.length === 0) return false;
    await enqueue(tx, submissionId);
    return true;
  });
}

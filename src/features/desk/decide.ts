import type { Services } from '#src/platform/services.ts';
import { retryDeliveries } from '#src/features/leads/failed-deliveries.ts';
import { deleteHeldSubmission, releaseSubmission } from '#src/features/leads/held-submissions.ts';
import { leadReceivedQueue } from '#src/features/leads/lead-received.job.ts';
import { submitRulesOf } from '#src/features/leads/lead-intake.ts';

/** Does what a member of the team decided about a submission; false when there was nothing to decide. */
export async function decide(
  action: string,
  submissionId: string,
  services: Pick<Services, 'config' | 'db' | 'jobs' | 'secret'>,
): Promise<boolean> {
  const { db, jobs } = services;
  if (action === 'release') return releaseSubmission(db, submissionId, submitRulesOf(services));
  if (action === 'delete') return deleteHeldSubmission(db, submissionId);
  if (action !== 'retry') return false;
  return retryDeliveries(db, submissionId, (tx, id) =>
    jobs.enqueue(tx, [{ queue: leadReceivedQueue, data: { submissionId: id } }]),
  );
}

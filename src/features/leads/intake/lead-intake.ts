import type { Services } from '#src/platform/services.ts';
import type { SubmissionMailKind } from '#src/features/leads/mails/lead-mail-kinds.ts';
import type { FormIntake } from './handle-form-post.ts';
import { leadReceivedQueue, type LeadReceived } from '#src/features/leads/mails/lead-received.job.ts';
import { createSubmissionBatcher } from './submission-batcher.ts';
import { submissionLimits } from './submission-limits.ts';
import { submitLeads, type SubmitRules } from './submit-leads.ts';

/** How this installation stores submissions, and what it sends because of them. */
export function submitRulesOf({
  config,
  jobs,
  secret,
}: Pick<Services, 'config' | 'jobs' | 'secret'>): SubmitRules {
  const deliveries: SubmissionMailKind[] = ['team-mail', 'sender-mail'];
  if (config.formForwardUrl !== null) deliveries.push('forward');
  return {
    limits: submissionLimits(secret),
    // The job bears the submission's id: the same one twice is one job.
    enqueue: (tx, ids) =>
      jobs.enqueue(
        tx,
        ids.map((id) => {
          const data: LeadReceived = { submissionId: id, deliveries };
          return { queue: leadReceivedQueue, id, data };
        }),
      ),
  };
}

/** The one way in for every submission, on these services. */
export function createLeadIntake(services: Services): FormIntake {
  const { db, database, secret, log } = services;
  const rules = submitRulesOf(services);
  return {
    submit: createSubmissionBatcher((submissions) => submitLeads(db, submissions, rules)),
    hasRoom: database.hasRoom,
    secret,
    log,
  };
}

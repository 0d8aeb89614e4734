import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/database/database.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { formFingerprintOf, type Submission } from './submission.ts';
import { submissionLimits, submitLeads, type SubmitOutcome, type SubmitRules } from './submit-leads.ts';

const submittedAt = new Date('2026-11-21T10:00:00Z');

/** Returns a valid contact message with overrides. */
export function submissionOf(changes: Partial<Submission> = {}): Submission {
  const form = changes.form ?? 'contact';
  const name = changes.name ?? 'Runa Vestergaard';
  const email = changes.email ?? `${randomUUID()}@studio.example`;
  const fields = changes.fields ?? { name, email, message: 'A short film, locked in January.' };
  return {
    id: randomUUID(),
    form,
    formSource: 'contact_form',
    fields,
    fingerprint: formFingerprintOf(form, fields),
    isHeld: false,
    name,
    email,
    reached: 'lead',
    visitorId: randomUUID(),
    network: randomUUID(),
    createdAt: submittedAt,
    wanted: null,
    ...changes,
  };
}

/** Returns rules that add jobs to `enqueued` and count at `now`. */
export function rulesOf(
  changes: Partial<SubmitRules> = {},
  now = submittedAt,
): SubmitRules & { enqueued: string[] } {
  const enqueued: string[] = [];
  return {
    rateLimiter: createRateLimiter({
      clock: { now: () => now },
      secret: 'a secret for tests only',
      log: { warn: () => undefined },
    }),
    limits: submissionLimits,
    enqueue: async (_tx: Db, ids) => void enqueued.push(...ids),
    ...changes,
    enqueued,
  };
}

/** Stores one submission as a batch of one. */
export async function submitLead(db: Db, submission: Submission, rules: SubmitRules): Promise<SubmitOutcome> {
  const [outcome] = await submitLeads(db, [submission], rules);
  if (!outcome) throw new Error('A submission went without an outcome');
  return outcome;
}

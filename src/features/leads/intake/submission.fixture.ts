import { randomUUID } from 'node:crypto';
import type { Db } from '#src/platform/database/database.ts';
import { submissionLimits } from './submission-limits.ts';
import type { SubmitRules } from './submit-leads.ts';
import { fingerprintOf, type Submission } from './submission.ts';

/** A contact message that would be accepted, with what the test changes. */
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
    fingerprint: fingerprintOf(form, fields),
    isHeld: false,
    name,
    email,
    reached: 'lead',
    visitorId: randomUUID(),
    network: randomUUID(),
    createdAt: new Date('2026-11-21T10:00:00Z'),
    ...changes,
  };
}

/** Rules whose jobs end up in `enqueued`. */
export function rulesOf(changes: Partial<SubmitRules> = {}): SubmitRules & { enqueued: string[] } {
  const enqueued: string[] = [];
  return {
    limits: submissionLimits('a secret for tests only'),
    enqueue: async (_tx: Db, ids) => void enqueued.push(...ids),
    ...changes,
    enqueued,
  };
}

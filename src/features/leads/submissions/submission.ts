import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/forms.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import type { FormName } from '../form-names.ts';
import { findVisitorId, visitorIdOf } from './visitor.ts';
import { statusReachedBy, type FormStatus } from '../lead-status.ts';
import { type FormPost, type PostedForm, wantedTimeOf, type WantedTime } from './read-form.ts';

/** A validated post, ready to be stored. */
export type Submission = {
  readonly id: string;
  readonly form: FormName;
  readonly formSource: string;
  /** Every value exactly as typed. */
  readonly fields: Entries;
  /** Distinguishes a repeat from different content under the same id. */
  readonly fingerprint: string;
  /** True if the honeypot was filled: it is kept for the team and no email is sent. */
  readonly isHeld: boolean;
  readonly name: string;
  readonly email: string;
  /** The sender's status after this form, unless they have a higher one. */
  readonly reached: FormStatus;
  readonly visitorId: string;
  /** The sender's network, as used by the rate limit. */
  readonly network: string;
  readonly createdAt: Date;
  /** The picked call time; null without one. */
  readonly wanted: WantedTime | null;
};

/** Returns the same value for posts with the same content. Ignores line endings, in which browsers differ. */
export function formFingerprintOf(form: FormName, entries: Entries): string {
  const pairs = Object.entries(entries)
    .filter(([name]) => name !== 'submission_id')
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, pairs]))
    .digest('base64url');
}

/** Returns a validated post as a submission; `secret` signs the visitor's cookie and derives a new visitor's id. */
export function submissionFrom(
  form: FormName,
  posted: PostedForm,
  { entries, submissionId }: FormPost,
  secret: string,
): Submission {
  const id = submissionId || uuidv7();
  return {
    id,
    form,
    formSource: entries['form_source'] || words[form].formSource,
    fields: entries,
    fingerprint: formFingerprintOf(form, entries),
    isHeld: (entries['_gotcha'] ?? '') !== '',
    name: entries['name'] ?? '',
    email: entries['email'] ?? '',
    reached: statusReachedBy[form],
    visitorId: findVisitorId(posted.cookie, secret, posted.isSecure) ?? visitorIdOf(secret, id),
    network: posted.network,
    createdAt: posted.receivedAt,
    wanted: wantedTimeOf(entries),
  };
}

import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/forms.yaml';
import type { Entries } from '#src/platform/check-fields.ts';
import type { FormName } from '../form-names.ts';
import { findVisitorId, visitorIdOf } from './visitor.ts';
import { statusReachedBy, type FormStatus } from '../lead-status.ts';
import { type FormPost, type PostedForm, wantedTimeOf, type WantedTime } from './read-form.ts';

/** A post that has passed every check, ready to be stored. */
export type Submission = {
  readonly id: string;
  readonly form: FormName;
  readonly formSource: string;
  /** Every value exactly as typed. */
  readonly fields: Entries;
  /** Tells a repeat from another body under the same id. */
  readonly fingerprint: string;
  /** True if the honeypot was filled: it is kept for the team and no mail is sent. */
  readonly isHeld: boolean;
  readonly name: string;
  readonly email: string;
  /** The status that this form gives its sender, unless they have a higher one. */
  readonly reached: FormStatus;
  readonly visitorId: string;
  /** The network it came from, as the rate limit counts it. */
  readonly network: string;
  readonly createdAt: Date;
  /** The time of a call that it picks; null without one. */
  readonly wanted: WantedTime | null;
};

/** Equal for two posts of the same content. Line ends do not count: browsers differ in them. */
export function formFingerprintOf(form: FormName, entries: Entries): string {
  const pairs = Object.entries(entries)
    .filter(([name]) => name !== 'submission_id')
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, pairs]))
    .digest('base64url');
}

/** A checked post as a submission; `secret` signs the visitor's cookie and makes the id of a new visitor. */
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

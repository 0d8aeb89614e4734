import { createHash } from 'node:crypto';
import type { Entries } from '#src/platform/check-fields.ts';
import type { FormName } from '#src/features/leads/form-names.ts';
import type { FormStatus } from '#src/features/leads/visitor-status.ts';

/** A post that has passed every check, ready to be stored. */
export type Submission = {
  readonly id: string;
  readonly form: FormName;
  readonly formSource: string;
  /** Every value exactly as typed. */
  readonly fields: Entries;
  /** Tells a repeat from another body under the same id. */
  readonly fingerprint: string;
  /** Its honeypot was filled: kept for the team, mails nobody. */
  readonly isHeld: boolean;
  readonly name: string;
  readonly email: string;
  readonly reached: FormStatus;
  readonly visitorId: string;
  /** The network it came from, as the rate limit counts it. */
  readonly network: string;
  readonly createdAt: Date;
};

/** Equal for two posts of the same content. Line ends do not count: browsers differ in them. */
export function fingerprintOf(form: FormName, entries: Entries): string {
  const pairs = Object.entries(entries)
    .filter(([name]) => name !== 'submission_id')
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, pairs]))
    .digest('base64url');
}

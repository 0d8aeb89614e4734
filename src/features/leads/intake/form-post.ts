import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import words from '#content/forms.yaml';
import { checkFields, type Entries, type FieldProblem } from '#src/platform/check-fields.ts';
import { longest, optionalText } from '#src/platform/field.schema.ts';
import type { FormName } from '#src/features/leads/form-names.ts';
import { forms } from './forms.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { fingerprintOf, type Submission } from './submission.ts';

/** Fields that no visitor sees. None of them reaches a mail header. */
const hiddenFields = {
  _gotcha: optionalText(longest.text),
  _subject: optionalText(longest.hidden),
  _replyto: optionalText(longest.hidden),
  _next: optionalText(longest.hidden),
  form_source: optionalText(longest.hidden),
};

/** A form as HTTP brought it; a header that was not sent is empty. */
export type PostedForm = {
  readonly contentType: string;
  readonly accept: string;
  readonly cookie: string;
  readonly body: Buffer;
};

/** A form as it was filled in: fields we know, values untouched. */
export type FormPost = {
  readonly entries: Entries;
  /** Empty when none was sent; such a post is stored all the same. */
  readonly submissionId: string;
  readonly problems: readonly FieldProblem[];
};

export type ReadFormPost =
  { ok: true; post: FormPost } | { ok: false; reason: 'unreadable' | 'unsupported-type' };

/** Reads and checks a posted form. Fields that the form does not have are left out. */
export function readFormPost(form: FormName, { contentType, body }: PostedForm): ReadFormPost {
  const parsed = parseBody(contentType, body);
  if (!parsed.ok) return { ok: false, reason: parsed.reason === 'malformed' ? 'unreadable' : parsed.reason };
  const { submission_id: submissionId = '', ...rest } = parsed.entries;
  const fields = { ...forms[form].fields, ...hiddenFields };
  const entries = Object.fromEntries(Object.entries(rest).filter(([name]) => Object.hasOwn(fields, name)));
  const problems = checkFields(fields, entries);
  if (submissionId !== '' && !isUuid(submissionId)) problems.push({ field: 'submission_id', code: 'uuid' });
  return { ok: true, post: { entries, submissionId: submissionId.toLowerCase(), problems } };
}

/** A checked post as a submission. */
export function submissionFrom(
  form: FormName,
  { entries, submissionId }: FormPost,
  from: { network: string; now: Date; visitorIdOf: (submissionId: string) => string },
): Submission {
  const id = submissionId || uuidv7();
  return {
    id,
    form,
    formSource: entries['form_source'] || words[form].formSource,
    fields: entries,
    fingerprint: fingerprintOf(form, entries),
    isHeld: (entries['_gotcha'] ?? '') !== '',
    name: entries['name'] ?? '',
    email: entries['email'] ?? '',
    reached: forms[form].reached,
    visitorId: from.visitorIdOf(id),
    network: from.network,
    createdAt: from.now,
  };
}

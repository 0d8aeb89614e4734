import { validate as isUuid } from 'uuid';
import words from '#content/forms.yaml';
import { formNames, type FormName } from '../form-names.ts';
import { formFieldsOf } from '#src/features/leads/forms/form-fields.schema.ts';
import { checkFields, type Entries, type FieldProblem, type Fields } from '#src/platform/check-fields.ts';
import { longest, optionalText } from '#src/platform/field.schema.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { timeFields, withoutIdleZone } from './wanted-time.ts';

/** A form as HTTP brought it; a header that was not sent is empty. */
export type PostedForm = {
  readonly contentType: string;
  readonly accept: string;
  readonly cookie: string;
  readonly body: Buffer;
  /** Our own origin as the visitor sees it. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** The network of the visitor's address, as the rate limit counts it. */
  readonly network: string;
  readonly receivedAt: Date;
};

/** A form as it was filled in: the fields that the form has, values exactly as typed. */
export type FormPost = {
  readonly entries: Entries;
  /** Empty when none was sent; such a post is stored all the same. */
  readonly submissionId: string;
  readonly problems: readonly FieldProblem[];
};

export type ReadFormPost =
  | { ok: true; post: FormPost }
  | { ok: false; reason: 'unreadable' | 'unsupported-type' };

/** Fields that no visitor sees. None of them reaches a mail header. */
const hiddenFields = {
  _gotcha: optionalText(longest.text),
  _subject: optionalText(longest.hidden),
  _replyto: optionalText(longest.hidden),
  _next: optionalText(longest.hidden),
  form_source: optionalText(longest.hidden),
};

type FieldWords = { readonly options?: readonly { readonly value: string }[] };

function fieldsOf(form: FormName): Fields {
  const fields = words[form].fields as Readonly<Record<string, FieldWords>>;
  const choicesOf = (field: string) => (fields[field]?.options ?? []).map(({ value }) => value);
  return {
    ...formFieldsOf(form, choicesOf),
    ...hiddenFields,
    ...(form === 'discovery-call' ? timeFields : {}),
  };
}

const fieldsByForm = new Map(formNames.map((form) => [form, fieldsOf(form)]));

/** Every field that any form stores: what is filled in, a time that is picked, and what no visitor sees. */
export const storedFieldNames: readonly string[] = [
  ...new Set([...fieldsByForm.values()].flatMap((fields) => Object.keys(fields))),
];

/**
 * Reads and checks a posted form; fields that the form does not have are left out. What is wrong with the values is in
 * `problems`; refused is a body that is broken or of a type that no form is sent in.
 */
export function readFormPost(
  form: FormName,
  { contentType, body }: Pick<PostedForm, 'contentType' | 'body'>,
): ReadFormPost {
  const parsed = parseBody(contentType, body);
  if (!parsed.ok) return { ok: false, reason: parsed.reason === 'malformed' ? 'unreadable' : parsed.reason };
  const { submission_id: submissionId = '', ...rest } = parsed.entries;
  const fields = fieldsByForm.get(form) ?? {};
  const known = Object.entries(rest).filter(([name]) => Object.hasOwn(fields, name));
  const entries = withoutIdleZone(Object.fromEntries(known));
  const problems = checkFields(fields, entries);
  if (submissionId !== '' && !isUuid(submissionId)) problems.push({ field: 'submission_id', code: 'uuid' });
  return { ok: true, post: { entries, submissionId: submissionId.toLowerCase(), problems } };
}

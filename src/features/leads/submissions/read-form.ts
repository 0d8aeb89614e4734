import { validate as isUuid } from 'uuid';
import * as z from 'zod/mini';
import words from '#content/forms.yaml';
import { checkFields, type Entries, type FieldProblem, type Fields } from '#src/platform/check-fields.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { longest, optionalText } from '#src/platform/field.schema.ts';
import { parseBody } from '#src/platform/http/parse-body.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { findZone } from '#src/studio/zone-names.ts';
import { formNames, type FormName } from '../form-names.ts';
import { formFieldsOf } from '../forms/form-fields.schema.ts';

/** The time of a call that was picked in a form. */
export type WantedTime = {
  readonly startMs: number;
  /** The visitor's, a name of the IANA list. */
  readonly timeZone: string;
};

/** A moment in UTC on a whole minute, as browsers write it: 2026-11-23T09:00:00.000Z. */
function isSlot(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(text)) return false;
  const ms = Date.parse(text);
  // A day that there is not is taken for one of the next month.
  return ms % minuteMs === 0 && new Date(ms).toISOString().slice(0, 16) === text.slice(0, 16);
}

const timeField = (isFine: (text: string) => boolean) =>
  z.string().check(z.refine((text) => text === '' || isFine(text), { error: 'option', abort: true }));

/** The fields of a form that pick a time, with their checks. Both may be empty. */
export const timeFields: Fields = { slot: timeField(isSlot), time_zone: timeField(isTimeZone) };

/** Entries with the zone that their sender means, by its name; one that nobody knows stays as it was typed. */
export const withNamedZone = (entries: Entries): Entries => {
  const zone = findZone(entries['time_zone'] ?? '');
  return zone === null ? entries : { ...entries, time_zone: zone };
};

/** A form without a time says nothing of one: a zone alone is left out. */
export function withoutIdleZone({ slot = '', time_zone: timeZone = '', ...rest }: Entries): Entries {
  return slot === '' ? rest : withNamedZone({ ...rest, slot, time_zone: timeZone });
}

/** The time that was picked in checked entries; null without one. Who says no zone has the studio's. */
export function wantedTimeOf({ slot = '', time_zone: timeZone = '' }: Entries): WantedTime | null {
  return slot === '' ? null : { startMs: Date.parse(slot), timeZone: timeZone || studioCalendar.timeZone };
}

/** Why a picked time cannot be booked: someone else has it. The form is shown again. */
export type TimeRefusal = 'taken';

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

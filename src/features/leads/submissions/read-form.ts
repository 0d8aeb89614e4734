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

/** The call time picked in a form. */
export type WantedTime = {
  readonly startMs: number;
  /** The visitor's time zone, an IANA name. */
  readonly timeZone: string;
};

/** Returns true for a UTC time on a whole minute, as browsers write it: 2026-11-23T09:00:00.000Z. */
function isSlot(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{3})?)?Z$/.test(text)) return false;
  const ms = Date.parse(text);
  // `Date` rolls a nonexistent day over into the next month.
  return ms % minuteMs === 0 && new Date(ms).toISOString().slice(0, 16) === text.slice(0, 16);
}

const timeField = (isFine: (text: string) => boolean) =>
  z.string().check(z.refine((text) => text === '' || isFine(text), { error: 'option', abort: true }));

/** The fields of a picked time, with their checks. Both may be empty. */
export const timeFields: Fields = { slot: timeField(isSlot), time_zone: timeField(isTimeZone) };

/** Returns the entries with the time zone's IANA name; an unknown zone stays as typed. */
export const withNamedZone = (entries: Entries): Entries => {
  const zone = findZone(entries['time_zone'] ?? '');
  return zone === null ? entries : { ...entries, time_zone: zone };
};

/** Returns the entries without a time zone if no time was picked. */
export function withoutIdleZone({ slot = '', time_zone: timeZone = '', ...rest }: Entries): Entries {
  return slot === '' ? rest : withNamedZone({ ...rest, slot, time_zone: timeZone });
}

/** Returns the picked time of checked entries; null without one. The time zone defaults to the studio's. */
export function wantedTimeOf({ slot = '', time_zone: timeZone = '' }: Entries): WantedTime | null {
  return slot === '' ? null : { startMs: Date.parse(slot), timeZone: timeZone || studioCalendar.timeZone };
}

/** Why a picked time cannot be booked: it is already taken. The form is shown again. */
export type TimeRefusal = 'taken';

/** A form as received over HTTP; a missing header is empty. */
export type PostedForm = {
  readonly contentType: string;
  readonly accept: string;
  readonly cookie: string;
  readonly body: Buffer;
  /** Our origin, as the visitor sees it. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** The visitor's network, as used by the rate limit. */
  readonly network: string;
  readonly receivedAt: Date;
};

/** The form's own fields, values exactly as typed. */
export type FormPost = {
  readonly entries: Entries;
  /** Empty if none was sent; such a post is stored anyway. */
  readonly submissionId: string;
  readonly problems: readonly FieldProblem[];
};

export type ReadFormPost =
  | { ok: true; post: FormPost }
  | { ok: false; reason: 'unreadable' | 'unsupported-type' };

/** Hidden fields. None of them reaches an email header. */
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

/** All stored fields: visible fields, the picked time and hidden fields. */
export const storedFieldNames: readonly string[] = [
  ...new Set([...fieldsByForm.values()].flatMap((fields) => Object.keys(fields))),
];

/**
 * Parses and validates a posted form; drops unknown fields. `problems` lists invalid values. Refuses a malformed body
 * and an unsupported content type.
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

import { z } from 'zod';
import { template, text } from './text.schema.ts';

const requiredField = z.strictObject({
  label: text,
  optional: z.literal(false),
  /** Shown if the field is empty or malformed. */
  error: text,
});
const optionalField = z.strictObject({ label: text, optional: z.literal(true), error: z.null() });
const option = z.strictObject({ value: z.string(), label: text });

/** A choice; its first option has an empty value and names what is being chosen. */
function choiceOf<Option extends z.ZodType<{ value: string }>>(one: Option) {
  const isEmptyFirst = (options: readonly { value: string }[]) =>
    options.every(({ value }, index) => (value === '') === (index === 0));
  return optionalField.extend({
    options: z.array(one).refine(isEmptyFirst, 'must begin with the one option whose value is empty'),
  });
}

const form = z.strictObject({
  formSource: z.string().regex(/^[a-z_]+$/),
  /** Subject of the email to the team. */
  subject: text,
  submit: text,
  sending: text,
  success: text,
  failure: text,
});
const person = z.strictObject({ name: requiredField, email: requiredField });
/** A form that opens as a dialog and also has its own page, which the description is for. */
const dialog = form.extend({ title: text, text, close: text, description: text });

const shared = z.strictObject({
  optional: text,
  honeypot: text,
  errors: z.strictObject({
    tooLong: template('max'),
    choice: text,
    characters: text,
    invisible: template('before'),
    summary: text,
  }),
  failures: z.strictObject({
    offline: text,
    unreachable: text,
    answered: template('status'),
    server: text,
    tooMany: template('minutes'),
    unreadable: text,
    conflict: text,
    unavailable: template('email'),
  }),
  draftKept: text,
  receipt: text,
  again: text,
  email: template('email'),
  sentTitle: text,
  sentBack: text,
});

/** The five forms, by the last part of `POST /forms/<name>`, and their shared texts. */
export const formsSchema = z.strictObject({
  shared,
  brief: form.extend({
    note: text,
    fields: person.extend({ project_type: choiceOf(option), timeline: choiceOf(option) }),
  }),
  contact: form.extend({
    fields: person.extend({
      company: optionalField,
      service: choiceOf(option.extend({ slug: z.string().nullable() })),
      message: requiredField,
    }),
  }),
  'discovery-call': dialog.extend({
    soon: text,
    agendaName: text,
    agenda: z.array(z.strictObject({ minute: z.int().min(0), text })).min(2),
    minutes: template('minutes'),
    fields: person.extend({
      phone: optionalField,
      preferred_time: choiceOf(option),
      project_details: optionalField,
    }),
  }),
  'lead-capture': dialog.extend({
    note: text,
    fields: person.extend({ project: optionalField }),
  }),
  message: form.extend({
    title: text,
    text,
    fields: person.extend({ message: requiredField }),
  }),
});

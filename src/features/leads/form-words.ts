import words from '#content/forms.yaml';
import system from '#content/system.yaml';
import type { FieldProblem } from './check-fields.ts';
import { longest } from './field.schema.ts';
import type { FormName } from './form-names.ts';

/** What a script has to say in the place of the server; rendered into the form as JSON. */
export type FormWords = {
  /** The sentence of each required field. */
  readonly required: Readonly<Record<string, string>>;
  readonly errors: { readonly tooLong: string; readonly choice: string; readonly characters: string };
  readonly failure: string;
  readonly failures: Readonly<
    Record<'offline' | 'unreachable' | 'server' | 'tooMany' | 'unreadable', string>
  >;
  readonly sending: string;
  readonly success: string;
  readonly draftKept: string;
  readonly dismiss: string;
};

type AnyField = { readonly error: string | null };

/** The words of one form for its script. */
export function formWordsOf(form: FormName): FormWords {
  const { fields, failure, sending, success } = words[form];
  const { errors, failures, draftKept } = words.shared;
  const required = Object.entries(fields as Record<string, AnyField>).flatMap(([name, { error }]) =>
    error === null ? [] : [[name, error] as const],
  );
  return {
    required: Object.fromEntries(required),
    errors: { tooLong: errors.tooLong, choice: errors.choice, characters: errors.characters },
    failure,
    failures: {
      offline: failures.offline,
      unreachable: failures.unreachable,
      server: failures.server,
      tooMany: failures.tooMany,
      unreadable: failures.unreadable,
    },
    sending,
    success,
    draftKept,
    dismiss: system.dismiss,
  };
}

const maxOf = (field: string): number =>
  field in longest ? longest[field as keyof typeof longest] : longest.text;

/** The sentence shown beside a field. */
export function messageOf({ field, code }: FieldProblem, { required, errors, failures }: FormWords): string {
  if (code === 'too-long') return errors.tooLong.replace('{max}', maxOf(field).toLocaleString('en'));
  if (code === 'option') return errors.choice;
  if (code === 'characters') return errors.characters;
  return required[field] ?? failures.unreadable;
}

import type { FieldProblem } from '#src/platform/check-fields.ts';
import { longest } from '#src/platform/field.schema.ts';
import { numberText } from '#src/studio/locale.ts';
import { fill } from '#src/platform/fill.ts';

/** The messages that a form's script shows; rendered into the form as JSON. */
export type FormWords = {
  /** The message of each required field. */
  readonly required: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<'tooLong' | 'choice' | 'characters' | 'invisible' | 'summary', string>>;
  readonly failure: string;
  readonly failures: Readonly<Record<'offline' | 'unreachable' | 'answered' | 'unreadable', string>>;
  readonly sending: string;
  readonly success: string;
  /** The message shown in the form after it was sent. */
  readonly receipt: string;
  readonly draftKept: string;
  readonly dismiss: string;
};

const maxOf = (field: string): number =>
  field in longest ? longest[field as keyof typeof longest] : longest.text;

/** Returns the error message of a field. */
export function messageOf(
  { field, code, before = '' }: FieldProblem,
  { required, errors, failures }: FormWords,
): string {
  if (code === 'too-long') return fill(errors.tooLong, { max: numberText(maxOf(field)) });
  if (code === 'option') return errors.choice;
  if (code === 'characters') return errors.characters;
  if (code === 'invisible') return fill(errors.invisible, { before });
  return required[field] ?? failures.unreadable;
}

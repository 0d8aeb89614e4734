import type { ZodMiniType } from 'zod/mini';
import { beforeInvisible } from './clean-email.ts';
import type { FieldErrorCode } from './field.schema.ts';

export type Fields = Readonly<Record<string, ZodMiniType<string>>>;

/** A posted form: the value of each control, exactly as typed. */
export type Entries = Readonly<Record<string, string>>;

export type FieldProblem = {
  readonly field: string;
  readonly code: FieldErrorCode;
  /** The part before an invisible character of an address. */
  readonly before?: string;
};

/** Checks a form and returns its problems in the order of the fields, at most one per field. A missing field counts as empty. */
export function checkFields(fields: Fields, entries: Entries): FieldProblem[] {
  return Object.entries(fields).flatMap(([field, schema]): FieldProblem[] => {
    const value = Object.hasOwn(entries, field) ? entries[field] : '';
    const issue = schema.safeParse(value).error?.issues[0];
    if (!issue) return [];
    const code = issue.message as FieldErrorCode;
    return code === 'invisible'
      ? [{ field, code, before: beforeInvisible(value ?? '') ?? '' }]
      : [{ field, code }];
  });
}

import type { ZodMiniType } from 'zod/mini';
import type { FieldErrorCode } from './field.schema.ts';

export type Fields = Readonly<Record<string, ZodMiniType<string>>>;

/** A posted form: what each control held, exactly as typed. */
export type Entries = Readonly<Record<string, string>>;

export type FieldProblem = { readonly field: string; readonly code: FieldErrorCode };

/** Checks a form and returns its problems in the order of the fields, at most one per field. A missing field counts as empty. */
export function checkFields(fields: Fields, entries: Entries): FieldProblem[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const value = Object.hasOwn(entries, field) ? entries[field] : '';
    const issue = schema.safeParse(value).error?.issues[0];
    return issue ? [{ field, code: issue.message as FieldErrorCode }] : [];
  });
}

import words from '#content/desk-clients.yaml';
import { cleanEmail } from '#src/platform/clean-email.ts';
import { longest, requiredEmail, requiredText, optionalText } from '#src/platform/field.schema.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { SourceRow } from './source-rows.ts';

export type RowReason = keyof typeof words.import.reasons;

/** A person as a row names them. */
export type RowPerson = {
  /** Empty for a person who is a client of their own. */
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly emailKey: string;
  readonly may: 'approve' | 'listen';
};

/** On one line, without spaces at its ends. */
const lineOf = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();

function mayOf(cell: string): RowPerson['may'] | null {
  const { approve, listen } = words.import.rights;
  const plain = lineOf(cell.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).toLowerCase();
  if (plain === '' || approve.includes(plain)) return 'approve';
  return listen.includes(plain) ? 'listen' : null;
}

type Schema = ReturnType<typeof requiredText>;

/** The code of what is wrong with a cell; null where nothing is. */
const faultOf = (schema: Schema, cell: string) => schema.safeParse(cell).error?.issues[0]?.message ?? null;

const schemas = {
  company: optionalText(longest.company),
  name: requiredText(longest.name),
  email: requiredEmail,
};

const reasonsOf: Readonly<Record<string, RowReason>> = {
  characters: 'characters',
  'too-long': 'tooLong',
  email: 'email',
  invisible: 'invisible',
};

/** Returns the address in a cell: also in angle brackets behind a name, as mail programs write it. */
export const addressOf = (cell: string): string => {
  const email = cleanEmail(cell);
  const inBrackets = /^[^<>@]*<([^<>]*)>$/.exec(email)?.[1];
  return inBrackets === undefined ? email : cleanEmail(inBrackets);
};

/** Returns the person that a row names, or why it cannot be imported. */
export function checkRow(row: SourceRow): RowPerson | RowReason {
  if (row.fault) return row.fault;
  const cells = { company: lineOf(row.company), name: lineOf(row.name), email: addressOf(row.email) };
  for (const field of ['company', 'name', 'email'] as const) {
    const fault = faultOf(schemas[field], cells[field]);
    if (fault === 'required') return field === 'email' ? 'noEmail' : 'name';
    if (fault !== null) return reasonsOf[fault] ?? 'characters';
  }
  if (mailAddressOf(cells.email) === null) return 'email';
  const may = mayOf(row.may);
  return may === null ? 'may' : { ...cells, emailKey: emailKeyOf(cells.email), may };
}

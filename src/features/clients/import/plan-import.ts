import { createHash } from 'node:crypto';
import { eq, inArray, isNull } from 'drizzle-orm';
import words from '#content/desk-clients.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { cleanEmail } from '#src/platform/clean-email.ts';
import type { Db } from '#src/platform/database/database.ts';
import { longest, requiredEmail, requiredText, optionalText } from '#src/platform/field.schema.ts';
import { emailKeyOf, mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { SourceRow } from './source-rows.ts';

/** The existing people and clients when an import is planned. */
export type Existing = {
  /** The client of each existing address, by its key; null for a team member. */
  readonly people: ReadonlyMap<string, { readonly clientName: string } | null>;
  /** The clients with each name, by its key. */
  readonly clients: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
};

type Of<Kind extends string, More> = { readonly kind: Kind; readonly row: SourceRow } & More;
type Person = { readonly person: RowPerson };

/** A row of the table and its planned result. */
export type PlannedRow =
  /** Creates a client, or joins one created by an earlier line. */
  | Of<'new', Person & { readonly line: number }>
  | Of<'joining', Person & { readonly clientId: string; readonly clientName: string }>
  /** The address already exists in an earlier line of the file, or among the people of the studio. */
  | Of<'duplicate', { readonly of: { readonly line: number } | { readonly clientName: string } }>
  | Of<'bad', { readonly reason: RowReason }>;

export type ImportPlan = {
  readonly rows: readonly PlannedRow[];
  /** Changes if the result of any row changes. */
  readonly hash: string;
};

/** Returns the key that identifies a company, ignoring case, width and spaces. */
export const companyKeyOf = (name: string) =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Returns the rows of this kind. */
export const rowsOf = <Kind extends PlannedRow['kind']>({ rows }: ImportPlan, kind: Kind) =>
  rows.filter((row): row is Extract<PlannedRow, { kind: Kind }> => row.kind === kind);

/** Returns the planned result of each row, in order. Changes nothing. */
export function planImport(sources: readonly SourceRow[], existing: Existing): ImportPlan {
  const lineOfAddress = new Map<string, number>();
  const lineOfCompany = new Map<string, number>();

  function outcomeOf(row: SourceRow): PlannedRow {
    const person = checkRow(row);
    if (typeof person === 'string') return { kind: 'bad', row, reason: person };
    const earlier = lineOfAddress.get(person.emailKey);
    if (earlier !== undefined) return { kind: 'duplicate', row, of: { line: earlier } };
    const known = existing.people.get(person.emailKey);
    if (known === null) return { kind: 'bad', row, reason: 'team' };
    if (known) return { kind: 'duplicate', row, of: known };
    const key = companyKeyOf(person.company);
    const [client, ...others] = key === '' ? [] : (existing.clients.get(key) ?? []);
    if (others.length > 0) return { kind: 'bad', row, reason: 'ambiguous' };
    lineOfAddress.set(person.emailKey, row.line);
    if (client) return { kind: 'joining', row, person, clientId: client.id, clientName: client.name };
    const line = (key === '' ? undefined : lineOfCompany.get(key)) ?? row.line;
    if (key !== '') lineOfCompany.set(key, line);
    return { kind: 'new', row, person, line };
  }

  const rows = sources.map(outcomeOf);
  return { rows, hash: createHash('sha256').update(JSON.stringify(rows)).digest('base64url') };
}

/** Returns the existing people by address and clients by name that are relevant to these rows. */
export async function findExisting(db: Db, rows: readonly SourceRow[]): Promise<Existing> {
  const keys = rows.flatMap((row) => {
    const person = checkRow(row);
    return typeof person === 'string' ? [] : [person.emailKey];
  });
  const known = await db
    .select({ emailKey: people.emailKey, clientName: clients.name })
    .from(people)
    .leftJoin(clients, eq(clients.id, people.clientId))
    .where(inArray(people.emailKey, keys));
  const { id, name } = clients;
  const all = await db.select({ id, name }).from(clients).where(isNull(clients.erasedAt)).orderBy(id);
  return {
    people: new Map(
      known.map(({ emailKey, clientName }) => [emailKey, clientName === null ? null : { clientName }]),
    ),
    clients: Map.groupBy(all, (client) => companyKeyOf(client.name)),
  };
}

export type RowReason = keyof typeof words.import.reasons;

/** A person, as given in a row. */
export type RowPerson = {
  /** Empty for a person who is their own client. */
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly emailKey: string;
  readonly permission: 'approve' | 'listen';
};

/** Returns the cell on one line, trimmed. */
const lineOf = (cell: string) => cell.replaceAll(/\s+/g, ' ').trim();

function mayOf(cell: string): RowPerson['permission'] | null {
  const { approve, listen } = words.import.rights;
  const plain = lineOf(cell.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')).toLowerCase();
  if (plain === '' || approve.includes(plain)) return 'approve';
  return listen.includes(plain) ? 'listen' : null;
}

type Schema = ReturnType<typeof requiredText>;

/** Returns the error code of a cell; null if it is valid. */
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

/** Returns the address in a cell, also from angle brackets after a name, as email programs write it. */
export const addressOf = (cell: string): string => {
  const email = cleanEmail(cell);
  const inBrackets = /^[^<>@]*<([^<>]*)>$/.exec(email)?.[1];
  return inBrackets === undefined ? email : cleanEmail(inBrackets);
};

/** Returns the person in a row, or the reason why it cannot be imported. */
function checkRow(row: SourceRow): RowPerson | RowReason {
  if (row.fault) return row.fault;
  const cells = { company: lineOf(row.company), name: lineOf(row.name), email: addressOf(row.email) };
  for (const field of ['company', 'name', 'email'] as const) {
    const fault = faultOf(schemas[field], cells[field]);
    if (fault === 'required') return field === 'email' ? 'noEmail' : 'name';
    if (fault !== null) return reasonsOf[fault] ?? 'characters';
  }
  if (mailAddressOf(cells.email) === null) return 'email';
  const permission = mayOf(row.may);
  return permission === null ? 'may' : { ...cells, emailKey: emailKeyOf(cells.email), permission };
}

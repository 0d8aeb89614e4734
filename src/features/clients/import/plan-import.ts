import { createHash } from 'node:crypto';
import { checkRow, type RowPerson, type RowReason } from './check-row.ts';
import type { SourceRow } from './source-rows.ts';

/** The people and clients that there are when an import is planned. */
export type Existing = {
  /** By the key of an address: the client of the person with that address; null for a team member. */
  readonly people: ReadonlyMap<string, { readonly clientName: string } | null>;
  /** The clients of a name, by its key. */
  readonly clients: ReadonlyMap<string, readonly { readonly id: string; readonly name: string }[]>;
};

type Of<Kind extends string, More> = { readonly kind: Kind; readonly row: SourceRow } & More;
type Person = { readonly person: RowPerson };

/** A row of the table, and what will happen to it. */
export type PlannedRow =
  /** Makes a client, or joins the one that an earlier line makes. */
  | Of<'new', Person & { readonly line: number }>
  | Of<'joining', Person & { readonly clientId: string; readonly clientName: string }>
  /** The address is there already: in an earlier line of the file, or among the people of the studio. */
  | Of<'duplicate', { readonly of: { readonly line: number } | { readonly clientName: string } }>
  | Of<'bad', { readonly reason: RowReason }>;

export type ImportPlan = {
  readonly rows: readonly PlannedRow[];
  /** Differs as soon as anything else would become of any row. */
  readonly hash: string;
};

/** The key by which a company is recognised, without regard to case, width and spaces. */
export const companyKeyOf = (name: string) =>
  name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** The rows of this kind. */
export const rowsOf = <Kind extends PlannedRow['kind']>({ rows }: ImportPlan, kind: Kind) =>
  rows.filter((row): row is Extract<PlannedRow, { kind: Kind }> => row.kind === kind);

/** Plans what becomes of each row, the earlier ones first. Changes nothing. */
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

import { z } from 'zod';
import words from '#content/desk-clients.yaml';
import { originalOf } from '#src/platform/csv.ts';
import { fill } from '#src/platform/fill.ts';
import { parseJson } from '#src/platform/parse-json.ts';
import { readCsv, type CsvRow } from '#src/platform/read-csv.ts';

/** A row of the imported table, each cell as written. */
export type SourceRow = {
  /** The line in which the row begins, from 1. */
  readonly line: number;
  readonly company: string;
  readonly name: string;
  readonly email: string;
  readonly may: string;
  /** Error of the whole row; null if there is none. */
  readonly fault: 'cells' | 'unclosed' | null;
};

export const mostRows = 2000;

type Heading = keyof typeof words.import.headings;

export type SourceProblem =
  | { readonly reason: 'empty' }
  | { readonly reason: 'noEmail' | 'noName'; readonly first: string }
  | { readonly reason: 'twice'; readonly column: string }
  | { readonly reason: 'tooMany'; readonly count: number };

type SourceRows =
  | { readonly ok: true; readonly rows: readonly SourceRow[]; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly problem: SourceProblem };

const headings = Object.entries(words.import.headings) as [Heading, readonly string[]][];

/** Returns the comparable form of a heading: "E-Mail Address" becomes `emailaddress`. */
const plainOf = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const headingOf = (cell: string): Heading | null =>
  headings.find(([, names]) => names.includes(plainOf(cell)))?.[0] ?? null;

type Columns = ReadonlyMap<Heading, number>;

/** Returns the column of each heading. */
function columnsOf(first: CsvRow): Columns | SourceProblem {
  const columns = new Map<Heading, number>();
  for (const [place, cell] of first.cells.entries()) {
    const heading = headingOf(cell);
    if (heading === null) continue;
    if (columns.has(heading)) return { reason: 'twice', column: cell.trim() };
    columns.set(heading, place);
  }
  const written = first.cells.join(', ').slice(0, 200);
  if (!columns.has('email')) return { reason: 'noEmail', first: written };
  const hasName = columns.has('name') || columns.has('firstName') || columns.has('lastName');
  return hasName ? columns : { reason: 'noName', first: written };
}

const ownHeadings = [words.import.downloadLine, words.import.downloadReason];

/** Returns the unused columns that contain values, except those that this product added itself. */
function ignoredColumns([first, ...others]: readonly CsvRow[], columns: Columns): string[] {
  const used = new Set(columns.values());
  return (first?.cells ?? []).flatMap((cell, place) => {
    const heading = cell.trim();
    const isEmpty = others.every(({ cells }) => (cells[place] ?? '').trim() === '');
    if (used.has(place) || ownHeadings.includes(heading) || isEmpty) return [];
    return [heading || fill(words.import.unnamed, { count: String(place + 1) })];
  });
}

function sourceRowOf({ line, cells, isUnclosed }: CsvRow, columns: Columns, width: number): SourceRow {
  // Skipped rows may be imported again in their downloaded form.
  const cellOf = (heading: Heading) => originalOf(cells[columns.get(heading) ?? -1] ?? '');
  const whole = cellOf('name');
  const name = whole.trim() === '' ? `${cellOf('firstName')} ${cellOf('lastName')}` : whole;
  const isTooWide = cells.slice(width).some((cell) => cell.trim() !== '');
  const fault = isUnclosed ? 'unclosed' : isTooWide ? 'cells' : null;
  return { line, company: cellOf('company'), name, email: cellOf('email'), may: cellOf('may'), fault };
}

/**
 * Parses a table of people with their companies, whose first row names the columns; or returns why it cannot be read.
 */
export function readSourceRows(text: string): SourceRows {
  const table = readCsv(text);
  const [first, ...others] = table;
  if (!first || others.length === 0) return { ok: false, problem: { reason: 'empty' } };
  if (others.length > mostRows) return { ok: false, problem: { reason: 'tooMany', count: others.length } };
  const columns = columnsOf(first);
  if (!(columns instanceof Map)) return { ok: false, problem: columns as SourceProblem };
  const rows = others.map((row) => sourceRowOf(row, columns, first.cells.length));
  return { ok: true, rows, ignored: ignoredColumns(table, columns) };
}

// The preview contains its rows, so nothing is stored until they are confirmed. As JSON, which neither forms nor HTML
// parsers change: no line breaks and no characters that cannot be stored.
const carried = z
  .array(
    z.tuple([
      z.number(),
      z.string(),
      z.string(),
      z.string(),
      z.string(),
      z.enum(['cells', 'unclosed']).nullable(),
    ]),
  )
  .min(1)
  .max(mostRows);

/** Returns rows as the text of a field. */
export const carriedTextOf = (rows: readonly SourceRow[]): string =>
  JSON.stringify(
    rows.map(({ line, company, name, email, may, fault }) => [line, company, name, email, may, fault]),
  );

/** Returns the rows from a field's text; null if the text was not created by this form or has too many rows. */
export function readCarriedRows(text: string): SourceRow[] | null {
  const read = carried.safeParse(parseJson(text));
  if (!read.success) return null;
  return read.data.map(([line, company, name, email, may, fault]) => ({
    line,
    company,
    name,
    email,
    may,
    fault,
  }));
}

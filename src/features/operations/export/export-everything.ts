import words from '#content/installation.yaml';
import type { Db } from '#src/platform/database/database.ts';
import { csvLinesOf, csvMark } from '#src/platform/csv.ts';
import { fill } from '#src/platform/fill.ts';
import type { StreamedEntry } from '#src/platform/zip.ts';
import { whenText } from '#src/studio/when-text.ts';
import { exportAreas, type ExportedTable } from './export-areas.ts';
import { describeTable, readPages, type Row } from './read-table.ts';

const { archive: text } = words;

/** The rows and files of an export, counted while it is read. */
export type Counted = { rows: number; files: number };

export type ExportOf = {
  readonly now: Date;
  readonly origin: string;
  /** Ends the export with an error. */
  readonly signal: AbortSignal;
  readonly counted: Counted;
};

/** The file list, whose rows are counted as files. */
const fileTables = new Set(['all_files', 'sent_files']);

/** Returns a value as the text of a cell: objects as JSON, nothing as an empty cell. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Yields a table as CSV, with a line of headings. */
async function* csvPieces(db: Db, spec: ExportedTable): AsyncGenerator<string> {
  const { columns } = await describeTable(db, spec);
  yield csvMark + csvLinesOf([columns]);
  for await (const page of readPages(db, spec)) {
    const rows = page.map(({ line }) => JSON.parse(line) as Record<string, unknown>);
    yield csvLinesOf(rows.map((row) => columns.map((column) => cellText(row[column]))));
  }
}

/** Yields a table as a JSON array, a row per line. */
async function* jsonPieces(
  db: Db,
  spec: ExportedTable,
  onPage: (page: readonly Row[]) => void,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of readPages(db, spec)) {
    onPage(page);
    yield separator + page.map(({ line }) => line).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Returns the text that explains the archive. */
function readmeOf({ now, origin }: Pick<ExportOf, 'now' | 'origin'>): string {
  const folders = Object.entries(exportAreas).map(([area, tables]) => {
    const about = Object.hasOwn(text.areas, area) ? text.areas[area as keyof typeof text.areas] : '';
    return `${area}/  ${about}\n    ${tables.map(({ table }) => table).join(', ')}\n`;
  });
  const head = [fill(text.title, { origin }), fill(text.made, { when: whenText(now) }), ...text.paragraphs];
  return `${[...head, text.folders].join('\n\n')}\n\n${folders.join('')}\n${text.leftOut}\n`;
}

async function* bytesOf(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield Buffer.from(piece);
  }
}

async function* once(value: string): AsyncGenerator<string> {
  yield value;
}

/**
 * Returns the files of an export of everything: a README, and each table of each area as CSV for spreadsheets and as
 * JSON for programs. They are read in pages, so the memory used does not depend on the number of rows; a row that
 * changes meanwhile is as before or as after it.
 */
export function exportEntries(db: Db, of: ExportOf): StreamedEntry[] {
  const { now, signal, counted } = of;
  const entry = (name: string, read: () => AsyncIterable<string>): StreamedEntry => ({
    name,
    sizeBytes: null,
    modifiedAt: now,
    read: () => bytesOf(read(), signal),
  });
  const count =
    ({ table }: ExportedTable) =>
    (page: readonly Row[]) => {
      counted.rows += page.length;
      if (fileTables.has(table)) counted.files += page.length;
    };
  return [
    entry('README.txt', () => once(readmeOf(of))),
    ...Object.entries(exportAreas).flatMap(([area, tables]) =>
      tables.flatMap((spec) => [
        entry(`${area}/${spec.table}.csv`, () => csvPieces(db, spec)),
        entry(`${area}/${spec.table}.json`, () => jsonPieces(db, spec, count(spec))),
      ]),
    ),
  ];
}

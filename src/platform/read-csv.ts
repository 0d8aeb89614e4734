import { isUtf8 } from 'node:buffer';

/** A line of a table, or several where a quoted cell holds line breaks. */
export type CsvRow = {
  /** The number of the line in the file in which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** True if its last cell began with a quotation mark that is never closed: it holds the rest of the file. */
  readonly isUnclosed: boolean;
};

const lineBreak = /\r\n|\r|\n/g;
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Are these the bytes of a spreadsheet's own file, which is no text? */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  workbooks.some((signature) => signature.every((byte, place) => bytes[place] === byte));

/** The encodings in which spreadsheets write tables. */
export const tableEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;

export type TableEncoding = (typeof tableEncodings)[number];

/** Finds UTF-16 without its mark: every second byte of a Latin letter, a separator or a line break is 0. Null for any other text. */
function unmarkedUtf16Of(bytes: Uint8Array): TableEncoding | null {
  const zeros = [0, 0];
  for (const [place, byte] of bytes.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [high = 0, low = 0] = zeros;
  if (bytes.length % 2 !== 0 || Math.max(high, low) < 2) return null;
  if (low > 4 * high) return 'utf-16le';
  return high > 4 * low ? 'utf-16be' : null;
}

/** Finds how a text is encoded; `isGuessed` where nothing in it says so. Only an old Mac ends lines with a carriage return alone. */
function encodingOf(bytes: Uint8Array): { readonly encoding: TableEncoding; readonly isGuessed: boolean } {
  const [first, second] = bytes;
  const known = (encoding: TableEncoding) => ({ encoding, isGuessed: false });
  if (first === 0xff && second === 0xfe) return known('utf-16le');
  if (first === 0xfe && second === 0xff) return known('utf-16be');
  const unmarked = unmarkedUtf16Of(bytes);
  if (unmarked) return known(unmarked);
  if (isUtf8(bytes)) return known('utf-8');
  const isMac = bytes.includes(0x0d) && !bytes.includes(0x0a);
  return { encoding: isMac ? 'macintosh' : 'windows-1252', isGuessed: true };
}

/**
 * The text of a file that a spreadsheet wrote, in the chosen encoding or else the one that is found: UTF-8, UTF-16, or, where it is
 * neither, Windows-1252 or that of an old Mac (`isGuessed`). The mark at the beginning is left out.
 */
export function decodeTable(
  bytes: Uint8Array,
  chosen: TableEncoding | null = null,
): { readonly text: string; readonly isGuessed: boolean } {
  const { encoding, isGuessed } =
    chosen === null ? encodingOf(bytes) : { encoding: chosen, isGuessed: false };
  return { text: new TextDecoder(encoding).decode(bytes), isGuessed };
}

/** The mark that stands most often in the first row, outside of quotation marks. */
function separatorOf(text: string): string {
  const [firstRow = ''] = text.replaceAll(/"(?:[^"]|"")*"?/g, '').split(/[\r\n]/, 1);
  const countOf = (mark: string) => firstRow.split(mark).length;
  return [',', ';', '\t'].reduce((most, mark) => (countOf(mark) > countOf(most) ? mark : most));
}

/** Reads one cell after the other. */
function createCellReader(text: string, separator: string) {
  const bare = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const opening = / *"/y;
  let at = 0;
  let line = 1;
  let isUnclosed = false;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const [taken] = pattern.exec(text) ?? [];
    at += taken?.length ?? 0;
    return taken ?? null;
  };
  /** Takes the text between quotation marks; two of them stand for one. */
  const takeQuoted = (): string => {
    const from = at;
    let end = text.indexOf('"', at);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    isUnclosed = end < 0;
    at = isUnclosed ? text.length : end + 1;
    const quoted = text.slice(from, isUnclosed ? at : end);
    line += quoted.match(lineBreak)?.length ?? 0;
    return quoted.replaceAll('""', '"');
  };
  return {
    isAtEnd: () => at >= text.length,
    line: () => line,
    isUnclosed: () => isUnclosed,
    takeCell: (): string => (take(opening) === null ? '' : takeQuoted()) + (take(bare) ?? ''),
    /** Goes over a separator; false where there is none. */
    takeSeparator: (): boolean => text[at] === separator && (at += 1) > 0,
    takeLineBreak(): void {
      if (take(/\r\n|\r|\n/y) !== null) line += 1;
    },
  };
}

/**
 * Reads the rows of a table as text (RFC 4180), separated by commas, semicolons or tabs, whichever the first row has. Empty rows
 * are left out. A quoted cell may hold separators, line breaks and quotation marks.
 */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(/^\uFEFF/, '');
  // A line that some spreadsheets write for themselves.
  const named = /^sep=([,;\t])(?=[\r\n])/i.exec(text)?.[1];
  const reader = createCellReader(text, named ?? separatorOf(text));
  const rows: CsvRow[] = [];
  while (!reader.isAtEnd()) {
    const line = reader.line();
    const cells = [reader.takeCell()];
    while (reader.takeSeparator()) cells.push(reader.takeCell());
    reader.takeLineBreak();
    const isSomething = cells.some((cell) => cell.trim() !== '');
    const isNamingSeparator = named !== undefined && line === 1;
    if (isSomething && !isNamingSeparator) rows.push({ line, cells, isUnclosed: reader.isUnclosed() });
  }
  return rows;
}

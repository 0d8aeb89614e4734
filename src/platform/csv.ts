// Characters that start a formula in spreadsheets, in every width and height.
const signs = '=＝﹦⁼₌+＋﹢⁺₊\\-－﹣−⁻₋@＠﹫|｜%％﹪';
// Characters that a spreadsheet ignores before a sign, or that are invisible: white space, control and zero-width characters,
// marks, quotes.
const unseen = '[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800"\'‘’“”]';

const startsFormula = new RegExp(`^${unseen}*[${signs}]|^[\\t\\r\\n]`, 'u');
/** Where a spreadsheet splits a value: at these marks, at a tab and at a line end. */
const splitAt = (marks: string) => ({
  separators: new RegExp(`[${marks}\\t\\r\\n\\u0085\\u2028\\u2029]`, 'gu'),
  // A mark and all that is passed over behind it, or all of that alone, at once: a sign that is looked for behind each
  // separator takes the square of a text's length.
  passedOver: new RegExp(`([${marks}]${unseen}*|${unseen}+)([${signs}]?)`, 'gu'),
});

// A spreadsheet that separates by semicolons reads these files too.
const quoted = splitAt(';；');
const bare = splitAt(';；,，');

function harmless(value: string, { passedOver, separators }: typeof quoted): string {
  const whole = value.replaceAll(passedOver, (all, passed: string, sign: string) =>
    sign === '' ? all : passed.replaceAll(separators, "$&'") + sign,
  );
  return startsFormula.test(whole) ? `'${whole}` : whole;
}

/**
 * Returns an unquoted cell value that no spreadsheet runs: an apostrophe precedes anything it would take for a formula,
 * whether separated by tabs, semicolons or commas.
 */
export const bareCellOf = (value: string) => harmless(value, bare);

const cellOf = (value: string) => `"${harmless(value, quoted).replaceAll('"', '""')}"`;

/** The mark at the beginning of a CSV file, which tells spreadsheets that it is UTF-8. */
export const csvMark = '\uFEFF';

/** Returns rows as lines of a CSV file (RFC 4180) that contain no formulas for spreadsheets. */
export const csvLinesOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('');

/** Returns rows as a CSV file. */
export const csvOf = (lines: readonly (readonly string[])[]): string => csvMark + csvLinesOf(lines);

/** Returns what a cell held before `csvOf` made it harmless; any other cell is returned as it is. */
export function originalOf(cell: string): string {
  const inside = (text: string) => text.replaceAll(/([;；\t\r\n\u0085\u2028\u2029])'/gu, '$1');
  const begun = cell.startsWith("'") ? cell.slice(1) : cell;
  return [inside(begun), begun, inside(cell)].find((text) => harmless(text, quoted) === cell) ?? cell;
}

// What a spreadsheet takes for the beginning of a formula, in every width and height in which it can be written.
const signs = '=＝﹦⁼₌+＋﹢⁺₊\\-－﹣−⁻₋@＠﹫|｜%％﹪';
// What it passes over, or what nobody sees: white space, control and zero-width characters, marks, quotes.
const unseen = '[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800"\'‘’“”]';

const startsFormula = new RegExp(`^${unseen}*[${signs}]|^[\\t\\r\\n]`, 'u');
// A spreadsheet that separates by semicolons reads these files too: it splits a value at a semicolon, a tab or a line's end.
const separators = /[;；\t\r\n\u0085\u2028\u2029]/gu;
// A semicolon and all that is passed over behind it, or all of that alone, at once: a sign that is looked for behind each
// separator takes the square of a text's length.
const passedOver = new RegExp(`([;；]${unseen}*|${unseen}+)([${signs}]?)`, 'gu');

/** The value as text that no spreadsheet runs: an apostrophe stands before what it would take for a formula. */
function harmless(value: string): string {
  const whole = value.replaceAll(passedOver, (all, passed: string, sign: string) =>
    sign === '' ? all : passed.replaceAll(separators, "$&'") + sign,
  );
  return startsFormula.test(whole) ? `'${whole}` : whole;
}

const cellOf = (value: string) => `"${harmless(value).replaceAll('"', '""')}"`;

/** Lines of cells as a CSV file (RFC 4180) that a spreadsheet reads without running anything in it. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  // The mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

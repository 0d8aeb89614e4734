// A spreadsheet takes a cell that begins so for a formula and runs it; an apostrophe makes it text.
const startsFormula = /^\s*[=+\-@|%]|^[\t\r\n]/;

const cellOf = (value: string) => {
  const harmless = startsFormula.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** Lines of cells as a CSV file (RFC 4180) that a spreadsheet reads without running anything in it. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  // The mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

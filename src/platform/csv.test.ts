import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, originalOf } from './csv.ts';

/** Returns the cells that a spreadsheet reads with this separator. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const text = file.replace(/^\uFEFF/, '');
  for (let n = 0; n < text.length; n += 1) {
    const letter = text[n] ?? '';
    if (isQuoted && letter === '"' && text[n + 1] === '"') {
      cell += '"';
      n += 1;
    } else if (isQuoted ? letter === '"' : letter === '"' && cell === '') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (letter === separator || letter === '\r' || letter === '\n')) {
      cells.push(cell);
      cell = '';
    } else {
      cell += letter;
    }
  }
  return [...cells, cell];
}

const runs = (cell: string) =>
  /^[\s\p{Cc}\p{Cf}"]*[=+\-@]/u.test(
    cell.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''),
  );

const formulas = [
  '=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\u200B=1+1',
  '\uFEFF=1+1',
  '\u200E\u2060 =1+1',
  '\u00A0\t=1+1',
  '\u00AD-1',
  'a;=1+1',
  'a; ＝1+1',
  'a;\u200B=1+1',
  'a;"=1+1',
  'a\t=1+1',
  'a\r\n=1+1',
  "|cmd' /C calc'!A0",
];

test.each(formulas)('%j is text to a spreadsheet, whatever it separates by', (value) => {
  const file = csvOf([['Name', value, value]]);
  for (const separator of [',', ';', '\t'])
    expect(cellsOf(file, separator).filter(runs), `separated by ${JSON.stringify(separator)}`).toEqual([]);
});

test('keeps other text unchanged', () => {
  const values = [
    'Reel 3; a mix',
    'a = b',
    'Jean-Luc',
    'x@y.example',
    '5,-',
    'Line\none',
    'say "hi"',
    '日本',
    '',
  ];
  expect(cellsOf(csvOf([values]), ',').slice(0, values.length)).toEqual(values);
});

test('never produces a formula from signs, separators and marks', () => {
  const parts = fc.constantFrom(...'=＝+－@;\t\n"\', a1\u200B\uFEFF\u00A0');
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (letters) => {
      const file = csvOf([['Name', letters.join(''), 'end']]);
      for (const separator of [',', ';']) expect(cellsOf(file, separator).filter(runs)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

// A visitor could submit such text to block the server during an export.
test.each(['\t', '\n', '; '])('writes half a million of %j in linear time', (part) => {
  expect(csvOf([[`a${part.repeat(500_000)}b`]])).toContain('b"');
});

test('what was made harmless is read again as it was, and what was not stays as it is', () => {
  for (const text of [...formulas, '-Ana; =Ana', "'t Hart", "'=Ana", "Ana;'s", 'Ana'])
    expect(originalOf(cellsOf(csvOf([[text]]), ',')[0] ?? '')).toBe(text);
  for (const text of ["'t Hart", "O'Neil;'s", "''", "'"]) expect(originalOf(text)).toBe(text);
});

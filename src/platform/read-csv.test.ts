import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { decodeTable, isWorkbook, readCsv } from './read-csv.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\r1\t2'],
  ['semicolons, though commas stand in quotation marks', '"a";"b"\n1;2'],
  ['a separator that the file names', 'sep=;\r\na;b\r\n1;2'],
  ['a mark before the first cell', '\uFEFFa,b\n1,2'],
])('a table is read: %s', (_name, text) => {
  expect(cellsOf(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a quoted cell holds separators, line breaks and quotation marks, and each row knows its line', () => {
  const text = 'name,note\r\n"Smith, Jones","say ""hi""\r\nand go"\r\n\r\n ,\r\nLast, "spaced" \r\n';
  expect(readCsv(text)).toEqual([
    { line: 1, cells: ['name', 'note'], isUnclosed: false },
    { line: 2, cells: ['Smith, Jones', 'say "hi"\r\nand go'], isUnclosed: false },
    { line: 6, cells: ['Last', 'spaced '], isUnclosed: false },
  ]);
});

test('a quotation mark in an unquoted cell is literal, and an unclosed one is reported', () => {
  expect(cellsOf('a,b\n6" reel,x')).toEqual([
    ['a', 'b'],
    ['6" reel', 'x'],
  ]);
  expect(readCsv('a,b\n1,"2\n3,4\n')).toEqual([
    { line: 1, cells: ['a', 'b'], isUnclosed: false },
    { line: 2, cells: ['1', '2\n3,4\n'], isUnclosed: true },
  ]);
});

test('rows may have fewer or more cells than the first one, and an empty file has none', () => {
  expect(cellsOf('a,b\n1\n1,2,3,')).toEqual([['a', 'b'], ['1'], ['1', '2', '3', '']]);
  for (const text of ['', '\uFEFF', '\n\n', ' , ,\n']) expect(readCsv(text)).toEqual([]);
});

test('whatever this product writes as CSV is read again, cell by cell', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ' ', '\n', '\r\n', '雪', '🎹') });
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, (lines) => {
      const first = ['x', 'y'];
      const written = [first, ...lines.map((line) => line.map((text) => `a${text}`))];
      expect(cellsOf(csvOf(written))).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('a file is read in the encodings that spreadsheets write', () => {
  const text = 'Zoë,雪';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  expect(decodeTable(Buffer.from(text))).toEqual({ text, isGuessed: false });
  expect(decodeTable(Buffer.from(`\uFEFF${text}`))).toEqual({ text, isGuessed: false });
  expect(decodeTable(utf16)).toEqual({ text, isGuessed: false });
  expect(decodeTable(Buffer.from(utf16).swap16())).toEqual({ text, isGuessed: false });
  expect(decodeTable(Buffer.from('Zo\xEB', 'latin1'))).toEqual({ text: 'Zoë', isGuessed: true });
});

test('UTF-16 is recognised without its mark', () => {
  const text =
    'Company;Name;E-Mail\r\nMüller & Söhne;Zoë Ångström;zoe@kunde.example\r\n雪;雪;x@kunde.example\r\n';
  const utf16 = Buffer.from(text, 'utf16le');
  expect(decodeTable(utf16)).toEqual({ text, isGuessed: false });
  expect(decodeTable(Buffer.from(utf16).swap16())).toEqual({ text, isGuessed: false });
  expect(decodeTable(Buffer.from('name,note\na,one \0\0 zero\n'))).toMatchObject({
    text: expect.stringContaining('name,note'),
  });
});

test('the letters of an old Mac are recognised by its line ends, or chosen', () => {
  const mac = Buffer.from('Name\rM\x9Fller & S\x9Ahne\r', 'latin1');
  expect(decodeTable(mac)).toEqual({ text: 'Name\rMüller & Söhne\r', isGuessed: true });
  const unix = Buffer.from('Name\nM\x9Fller\n', 'latin1');
  expect(decodeTable(unix, 'macintosh')).toEqual({ text: 'Name\nMüller\n', isGuessed: false });
  expect(decodeTable(Buffer.from('Zo\xEB\r', 'latin1'), 'windows-1252').text).toBe('Zoë\r');
});

test('the file of a spreadsheet itself is known by its first bytes', () => {
  expect(isWorkbook(Buffer.from('PK\u0003\u0004 and more'))).toBe(true);
  expect(isWorkbook(Buffer.from('PK,name'))).toBe(false);
});

test.each([',', '"', '""', '"a",', '\n', '\r', ' '])(
  'half a million times %j is read in one pass',
  (part) => {
    expect(readCsv(part.repeat(500_000)).length).toBeGreaterThanOrEqual(0);
  },
);

import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { linesOf } from './text-lines.ts';

const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
const widest = (text: string) =>
  Math.max(
    ...linesOf([{ text, font }], 100, 10).map((line) =>
      line.reduce((sum, run) => sum + font.widthOfTextAtSize(run.text, 10), 0),
    ),
  );

test('no line is wider than it may be, however long a word is', () => {
  for (const text of [
    'short',
    'some words that need three lines',
    'x'.repeat(5_000),
    `a ${'w'.repeat(99)} b`,
  ])
    expect(widest(text)).toBeLessThanOrEqual(100);
});

test('every letter is kept', () => {
  const text = `a ${'w'.repeat(99)} b`;
  const shown = linesOf([{ text, font }], 100, 10)
    .flat()
    .map((run) => run.text.trim())
    .join('');
  expect(shown).toBe(text.replaceAll(' ', ''));
});

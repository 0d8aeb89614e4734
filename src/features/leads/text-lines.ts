import type { PDFFont } from 'pdf-lib';

/** A stretch of text in one font. */
export type Run = { readonly text: string; readonly font: PDFFont };

/** Breaks text of several fonts into lines no wider than `width` points. */
export function linesOf(runs: readonly Run[], width: number, size: number): Run[][] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const { text, font } of runs) {
    for (const word of text.split(' ')) {
      const wordWidth = font.widthOfTextAtSize(word, size);
      const space = used === 0 ? '' : ' ';
      const spaceWidth = used === 0 ? 0 : font.widthOfTextAtSize(' ', size);
      if (used > 0 && used + spaceWidth + wordWidth > width) {
        lines.push([{ text: word, font }]);
        used = wordWidth;
      } else {
        lines.at(-1)?.push({ text: space + word, font });
        used += spaceWidth + wordWidth;
      }
    }
  }
  return lines;
}

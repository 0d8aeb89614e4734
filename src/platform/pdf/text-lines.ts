import type { PDFFont } from 'pdf-lib';

/** A stretch of text in one font. */
export type Run = { readonly text: string; readonly font: PDFFont };

/** A word in pieces that are no wider than `width` points. */
function piecesOf(word: string, font: PDFFont, width: number, size: number): string[] {
  if (font.widthOfTextAtSize(word, size) <= width) return [word];
  const pieces = [''];
  for (const letter of word) {
    const grown = (pieces.at(-1) ?? '') + letter;
    if (font.widthOfTextAtSize(grown, size) > width) pieces.push(letter);
    else pieces[pieces.length - 1] = grown;
  }
  return pieces.filter((piece) => piece !== '');
}

/** Breaks text of several fonts into lines no wider than `width` points. */
export function linesOf(runs: readonly Run[], width: number, size: number): Run[][] {
  const lines: Run[][] = [[]];
  let used = 0;
  for (const { text, font } of runs) {
    for (const word of text.split(' ').flatMap((whole) => piecesOf(whole, font, width, size))) {
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

const isWritable = (letter: string, letters: ReadonlySet<number>) => letters.has(letter.codePointAt(0) ?? -1);

/**
 * Text as a standard font can write it. A letter that it lacks loses its marks (ő → o), and where that does not help
 * a question mark stands for it; every other kind of space becomes a plain one.
 */
export function writableText(text: string, font: PDFFont): string {
  const letters = new Set(font.getCharacterSet());
  const plain = text.normalize('NFC').replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ');
  return Array.from(plain, (letter) => {
    if (isWritable(letter, letters)) return letter;
    const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    const isPlain = bare !== '' && [...bare].every((part) => isWritable(part, letters));
    if (isPlain) return bare;
    return /\p{M}|\p{Default_Ignorable_Code_Point}/u.test(letter) ? '' : '?';
  }).join('');
}

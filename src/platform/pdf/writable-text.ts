import type { PDFFont } from 'pdf-lib';

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

import bidiFactory from 'bidi-js';
import {
  createFaces,
  facesOf,
  isAttached,
  isEastAsian,
  type Face,
  type Faces,
  type SetCharacter,
  type TextFace,
} from './pdf-faces.ts';

const bidi = bidiFactory();

/** A run of a line that is drawn at once. Right-to-left letters are in logical order. */
export type Run = { readonly text: string; readonly face: Face };

export type Line = {
  /** The runs in reading order, so that text extraction preserves it; `x` is the distance from the line's left end. */
  readonly runs: readonly (Run & { readonly x: number })[];
  /** Points. */
  readonly width: number;
  /** True if its paragraph is right-to-left. */
  readonly isRtl: boolean;
};

/** Returns the width of a run in points. */
export type Measure = (run: Run, size: number) => number;

/** Part of a paragraph and the face of its Latin, Greek and Cyrillic letters. */
export type Span = { readonly text: string; readonly face?: TextFace };

type Character = SetCharacter & { readonly level: number };

/**
 * Prepares a text for layout: composed, with white space collapsed to single spaces, and without invisible or
 * bidirectional control characters.
 */
export const settableText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ')
    .replaceAll(/\ufe0f|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '');

/** Returns the characters of these texts that no font has, each once: they are printed as question marks. */
export function unprintableIn(texts: readonly string[]): string[] {
  const faces = createFaces();
  const set = texts.flatMap((text) => facesOf(settableText(text), 'sans', faces));
  return [...new Set(set.flatMap(({ instead }) => instead ?? []))];
}

/** Returns the characters of a paragraph with their faces and bidi levels, and whether it is right-to-left. */
function charactersOf(spans: readonly Span[], faces: Faces): { all: Character[]; isRtl: boolean } {
  const set = spans.flatMap(({ text, face = 'sans' }) => facesOf(settableText(text), face, faces));
  const shown = set.map(({ character }) => character).join('');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(shown, 'auto');
  let at = 0;
  const all = set.map((one) => {
    const level = levels[at] ?? 0;
    at += one.character.length;
    return { ...one, level };
  });
  return { all, isRtl: (paragraphs[0]?.level ?? 0) % 2 === 1 };
}

/** Returns true if a line can be broken between these two characters. */
function isBreak(before: string, after: string): boolean {
  if (after === ' ') return false;
  if (before === ' ') return true;
  // Closing punctuation stays with the preceding text, opening punctuation with the following.
  if (/[\p{Pe}\p{Pf}\p{Po}ー々]/u.test(after) || /[\p{Ps}\p{Pi}]/u.test(before)) return false;
  return isEastAsian(before) || isEastAsian(after);
}

/** Returns the segments between line break opportunities, each with its trailing spaces. */
function wordsOf(characters: readonly Character[]): Character[][] {
  const words: Character[][] = [];
  for (const one of characters) {
    const before = words.at(-1)?.at(-1)?.character;
    if (before === undefined || isBreak(before, one.character)) words.push([one]);
    else words.at(-1)?.push(one);
  }
  return words;
}

/** Splits a word into letters, each with its marks. */
function lettersOf(word: readonly Character[]): Character[][] {
  const letters: Character[][] = [];
  for (const one of word) {
    if (letters.length > 0 && isAttached(one.character)) letters.at(-1)?.push(one);
    else letters.push([one]);
  }
  return letters;
}

/** Scripts that font shaping reverses as a whole, including numbers in Arabic, which are read left to right. */
const turnedByShaping = /[\p{Script=Arabic}\p{Script=Hebrew}\u0660-\u0669\u06f0-\u06f9]/u;

/**
 * Returns a run of characters of one face and level, ordered so that shaping produces the visual order; brackets are
 * mirrored.
 */
function runOf(characters: readonly Character[]): Run {
  const [first] = characters;
  if (!first) throw new Error('A run has a character');
  const isRtl = first.level % 2 === 1;
  const shown = characters.map(({ character }) =>
    isRtl ? (bidi.getMirroredCharacter(character) ?? character) : character,
  );
  const isTurned = characters.some(({ character }) => turnedByShaping.test(character));
  return { text: (isRtl === isTurned ? shown : shown.toReversed()).join(''), face: first.face };
}

/** Groups adjacent characters of the same face and level. */
function stretchesOf(characters: readonly Character[]): Character[][] {
  const stretches: Character[][] = [];
  for (const one of characters) {
    const last = stretches.at(-1)?.at(-1);
    if (last?.face === one.face && last.level === one.level) stretches.at(-1)?.push(one);
    else stretches.push([one]);
  }
  return stretches;
}

/** Returns the runs of a line in visual order (rule L2 of the Unicode bidirectional algorithm). */
function orderSeen(stretches: readonly Character[][]): Character[][] {
  const levelOf = (stretch: readonly Character[]) => stretch[0]?.level ?? 0;
  const highest = Math.max(0, ...stretches.map(levelOf));
  let seen = [...stretches];
  for (let level = highest; level > 0; level--) {
    const ordered: Character[][] = [];
    let turned: Character[][] = [];
    for (const stretch of seen) {
      if (levelOf(stretch) >= level) turned.unshift(stretch);
      else {
        ordered.push(...turned, stretch);
        turned = [];
      }
    }
    seen = [...ordered, ...turned];
  }
  return seen;
}

/** Breaks a paragraph into lines no wider than `width` points; a word that is wider is broken anywhere. */
export function linesOf(
  spans: readonly Span[],
  {
    faces,
    measure,
    width,
    size,
  }: {
    readonly faces: Faces;
    readonly measure: Measure;
    readonly width: number;
    readonly size: number;
  },
): Line[] {
  const { all, isRtl } = charactersOf(spans, faces);
  const widthOf = (characters: readonly Character[]) =>
    stretchesOf(characters).reduce((sum, stretch) => sum + measure(runOf(stretch), size), 0);
  const rows: Character[][] = [[]];
  let used = 0;
  for (const word of wordsOf(all)) {
    const whole = widthOf(word);
    // Trailing spaces may extend beyond the end of the line.
    const needed = word.at(-1)?.character === ' ' ? widthOf(word.slice(0, word.findIndex(isSpace))) : whole;
    const pieces = needed > width ? lettersOf(word) : [word];
    for (const piece of pieces) {
      const [pieceWidth, pieceNeeds] =
        pieces.length === 1 ? [whole, needed] : [widthOf(piece), isSpace(piece[0]) ? 0 : widthOf(piece)];
      if (used > 0 && used + pieceNeeds > width) {
        rows.push([]);
        used = 0;
      }
      rows.at(-1)?.push(...piece);
      used += pieceWidth;
    }
  }
  return rows.map((row) => {
    const end = row.findLastIndex((one) => !isSpace(one));
    const stretches = stretchesOf(row.slice(0, end + 1));
    const places = new Map<readonly Character[], number>();
    let lineWidth = 0;
    for (const stretch of orderSeen(stretches)) {
      places.set(stretch, lineWidth);
      lineWidth += measure(runOf(stretch), size);
    }
    const runs = stretches.map((stretch) => ({ ...runOf(stretch), x: places.get(stretch) ?? 0 }));
    return { runs, isRtl, width: lineWidth };
  });
}

function isSpace(one: Character | undefined): boolean {
  return one?.character === ' ';
}

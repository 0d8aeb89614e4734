import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** A file of a font package, whose entry is next to `fonts`. */
const embedded = (entry: string, file: string) => join(dirname(entry), '../fonts', file);

/** The paths of the fonts: the site's typefaces first, then fallbacks for other characters. */
const files = {
  sans: () => require.resolve('@expo-google-fonts/archivo/500Medium/Archivo_500Medium.ttf'),
  bold: () => require.resolve('@expo-google-fonts/archivo/700Bold/Archivo_700Bold.ttf'),
  italic: () =>
    require.resolve('@expo-google-fonts/stix-two-text/400Regular_Italic/STIXTwoText_400Regular_Italic.ttf'),
  notoSans: () => embedded(require.resolve('@embedpdf/fonts-latin'), 'NotoSans-Regular.ttf'),
  notoBold: () => embedded(require.resolve('@embedpdf/fonts-latin'), 'NotoSans-Bold.ttf'),
  notoItalic: () => embedded(require.resolve('@embedpdf/fonts-latin'), 'NotoSans-Italic.ttf'),
  hebrew: () => embedded(require.resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf'),
  arabic: () => embedded(require.resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf'),
  chinese: () => embedded(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf'),
  japanese: () => embedded(require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP-Regular.otf'),
  korean: () => embedded(require.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf'),
  thai: () => require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
  armenian: () =>
    require.resolve('@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-400-normal.woff'),
  georgian: () =>
    require.resolve('@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-400-normal.woff'),
  emoji: () => require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
} as const;

export type Face = keyof typeof files;

/** The preferred face for supported letters: Latin; the italic also has Greek and Cyrillic. */
export type TextFace = 'sans' | 'bold' | 'italic';

/** The next face to look in: Latin, Greek, Cyrillic and Devanagari. */
const notoOf = {
  sans: 'notoSans',
  bold: 'notoBold',
  italic: 'notoItalic',
} as const satisfies Record<TextFace, Face>;

/** The fonts of one document, each read when a text first needs it. */
export type Faces = {
  readonly fontOf: (face: Face) => Font;
  readonly has: (face: Face, codePoint: number) => boolean;
};

function readFont(face: Face): Font {
  const font = create(readFileSync(files[face]()));
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${face} is a collection of fonts`);
  return font;
}

/** Fonts used in nearly every document, cached: parsing their spacing rules takes longer than writing a document. */
const kept = new Map<Face, Font>();
const isKept = (face: Face) => face in notoOf || face.startsWith('noto');

/** Returns a font with its own glyphs, since each glyph remembers the first letter it represented, Greek or Latin. */
function ownFont(face: Face): Font {
  if (!isKept(face)) return readFont(face);
  const font = kept.get(face) ?? readFont(face);
  kept.set(face, font);
  return Object.assign(Object.create(font) as Font, { _glyphs: {} });
}

/** Reads fonts as they are needed; a few milliseconds each. */
export function createFaces(): Faces {
  const read = new Map<Face, Font>();
  const fontOf = (face: Face) => {
    const font = read.get(face) ?? ownFont(face);
    read.set(face, font);
    return font;
  };
  return { fontOf, has: (face, codePoint) => fontOf(face).hasGlyphForCodePoint(codePoint) };
}

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Returns true for a character next to which lines can break, as in Chinese and Japanese. */
export const isEastAsian = (character: string): boolean => eastAsian.test(character);

/** Han characters differ by language: the font of the text's language is tried first. */
function eastAsianFacesOf(text: string): readonly Face[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['japanese', 'chinese', 'korean'];
  if (/\p{Script=Hangul}/u.test(text)) return ['korean', 'japanese', 'chinese'];
  return ['chinese', 'japanese', 'korean'];
}

/** Scripts supported by exactly one face. */
const facesByScript = [
  [/\p{Script_Extensions=Hebrew}/u, 'hebrew'],
  [/\p{Script_Extensions=Arabic}/u, 'arabic'],
  [/\p{Script_Extensions=Thai}/u, 'thai'],
  [/\p{Script_Extensions=Armenian}/u, 'armenian'],
  [/\p{Script_Extensions=Georgian}/u, 'georgian'],
] as const;

/** Returns the faces that may have a character, so that large ones are read only if needed. */
function candidatesFor(character: string, eastAsianFaces: readonly Face[]): readonly Face[] {
  const ofScript = facesByScript.find(([script]) => script.test(character));
  if (ofScript) return [ofScript[1]];
  if (isEastAsian(character)) return eastAsianFaces;
  return /\p{L}/u.test(character) ? [] : ['emoji', ...eastAsianFaces];
}

/** Marks and joiners must use the font of their letter. */
export const isAttached = (character: string): boolean => /[\p{M}\u200c\u200d]/u.test(character);

export type SetCharacter = {
  readonly character: string;
  readonly face: Face;
  /** The original character, which no font has. */
  readonly instead?: string;
};

/**
 * Returns the characters of a text with their faces: the text's own, or the first with the character. A question mark
 * replaces a character that no font has.
 */
export function facesOf(text: string, base: TextFace, faces: Faces): SetCharacter[] {
  const found: SetCharacter[] = [];
  const eastAsianFaces = eastAsianFacesOf(text);
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const before = found.at(-1);
    if (before && isAttached(character)) {
      const face = [before.face, notoOf[base]].find(
        (each) => faces.has(each, codePoint) && faces.has(each, before.character.codePointAt(0) ?? 0),
      );
      if (face) found.splice(-1, 1, { ...before, face }, { character, face });
      continue;
    }
    const known = [base, notoOf[base], ...candidatesFor(character, eastAsianFaces)].find((each) =>
      faces.has(each, codePoint),
    );
    found.push(known ? { character, face: known } : { character: '?', face: 'sans', instead: character });
  }
  return found;
}

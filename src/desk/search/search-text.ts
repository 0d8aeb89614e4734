/** The most characters and words of a search that count. */
export const longestSearch = 200;
const mostWords = 8;

const marks = /[\u0300-\u036F\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ŧ: 't',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
};

/** Returns a text without accents and case, like `search_folded` in the database. */
const folded = (text: string) =>
  [...text.normalize('NFKD').replace(marks, '').toLowerCase().normalize('NFKD').replace(marks, '')]
    .map((letter) => letters[letter] ?? letter)
    .join('');

/** Returns the words of a search that all have to match, without control characters and repetitions. */
export function searchWordsOf(query: string): string[] {
  const readable = query.toWellFormed().replaceAll(/[\p{Cc}\uFFFD]/gu, ' ');
  const words = readable.slice(0, longestSearch).toWellFormed().replaceAll('\uFFFD', '').split(/\s+/);
  const byFolded = new Map(words.map((word) => [folded(word), word]));
  byFolded.delete('');
  return [...byFolded.values()].slice(0, mostWords);
}

/** A piece of a text; a marked one is what was searched for. */
export type TextPart = { readonly text: string; readonly isFound: boolean };

/** Returns the ranges of a text that match one of the words, in order and without overlaps. */
function foundRanges(text: string, words: readonly string[]): (readonly [from: number, to: number])[] {
  const isAscii = !/[^\0-\x7F]/.test(text);
  let plain = isAscii ? text.toLowerCase() : '';
  const starts: number[] = isAscii ? Array.from(plain, (_, n) => n) : [];
  let at = 0;
  for (const letter of isAscii ? '' : text) {
    const unaccented = folded(letter);
    plain += unaccented;
    for (let n = 0; n < unaccented.length; n++) starts.push(at);
    at += letter.length;
  }
  // An accent after its letter belongs to it.
  const endOf = (place: number) => starts[place] ?? text.length;
  const found = words.map(folded).flatMap((word) => {
    const ranges: (readonly [number, number])[] = [];
    for (let place = plain.indexOf(word); place >= 0; place = plain.indexOf(word, place + word.length)) {
      const from = starts[place] ?? 0;
      const last = starts[place + word.length - 1] ?? 0;
      let end = place + word.length;
      while (end < starts.length && starts[end] === last) end++;
      ranges.push([from, endOf(end)]);
    }
    return ranges;
  });
  const merged: [number, number][] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const latest = merged.at(-1);
    if (latest && from <= latest[1]) latest[1] = Math.max(latest[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Splits a text into what was searched for and the rest. */
export function markedText(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const [from, to] of foundRanges(text, words)) {
    if (from > at) parts.push({ text: text.slice(at, from), isFound: false });
    parts.push({ text: text.slice(from, to), isFound: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isFound: false });
  return parts;
}

const excerptLength = 160;
const leadIn = 50;

/** Returns up to 160 characters of a text around its first match, on one line; its beginning without a match. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= excerptLength) return line;
  const first = foundRanges(line, words)[0]?.[0] ?? 0;
  const near = Math.max(0, first - leadIn);
  const from = near === 0 ? 0 : line.indexOf(' ', near) + 1 || near;
  const cut = line.slice(Math.min(from, first), Math.min(from, first) + excerptLength).toWellFormed();
  const start = near === 0 ? '' : '…';
  return `${start}${cut.replaceAll('\uFFFD', '')}${from + excerptLength < line.length ? '…' : ''}`;
}

/** Returns how well a title matches: 0 if its words begin with all searched words, 1 if it contains them, else 2. */
export function titleRank(title: string, words: readonly string[]): 0 | 1 | 2 {
  const plain = folded(title);
  const sought = words.map(folded);
  if (!sought.every((word) => plain.includes(word))) return 2;
  const isBegun = (word: string) =>
    plain.startsWith(word) || /[^\p{L}\p{N}]/u.test(plain[plain.indexOf(word) - 1] ?? 'a');
  return sought.every(isBegun) ? 0 : 1;
}

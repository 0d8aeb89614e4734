import { expect, test } from 'vitest';
import { createFaces } from './pdf-faces.ts';
import { linesOf, settableText, unprintableIn, type Measure } from './text-lines.ts';

const faces = createFaces();
/** Each character is ten points wide. */
const measure: Measure = ({ text }) => 10 * Array.from(text).length;
const linesIn = (text: string, width: number) => linesOf([{ text }], { faces, measure, width, size: 10 });
type Runs = ReturnType<typeof linesIn>[number]['runs'];
const seen = (runs: Runs = []) =>
  runs
    .toSorted((one, other) => one.x - other.x)
    .map(({ text }) => text)
    .join('|');
const textsIn = (text: string, width: number) =>
  linesIn(text, width).map(({ runs }) => seen(runs).replaceAll('|', ''));

test('keeps lines within the width for long words, without losing letters', () => {
  for (const text of [
    'short',
    'some words that need three lines',
    'x'.repeat(500),
    `a ${'w'.repeat(99)} b`,
    '東京'.repeat(40),
    'ירוק '.repeat(20),
  ]) {
    const lines = linesIn(text, 100);
    expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(100);
    const shown = lines.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
    expect([...shown.replaceAll(' ', '')].toSorted()).toEqual([...text.replaceAll(' ', '')].toSorted());
  }
});

test('breaks lines at spaces and next to East Asian characters, but not before closing punctuation', () => {
  expect(textsIn('some words here', 100)).toEqual(['some words', 'here']);
  expect(textsIn('東京スタジオ、大阪', 60)).toEqual(['東京スタジ', 'オ、大阪']);
  expect(textsIn('(東京)スタ', 30)).toEqual(['(東', '京)ス', 'タ']);
});

test('keeps an accent with its letter', () => {
  expect(textsIn('q\u0303'.repeat(3), 20)).toEqual(['q\u0303', 'q\u0303', 'q\u0303']);
});

test('orders each line of a right-to-left paragraph separately', () => {
  const [first, second] = linesIn('שלום abc 12 עולם', 110);
  expect(first?.isRtl).toBe(true);
  expect(seen(first?.runs)).toBe('abc 12| |שלום');
  expect(first?.runs.map(({ text }) => text).join('|')).toBe('שלום| |abc 12');
  expect(seen(second?.runs)).toBe('עולם');
});

test('mirrors brackets in right-to-left text', () => {
  const [line] = linesIn('שלום (עולם)', 500);
  expect(seen(line?.runs)).toBe('(|עולם|) |שלום');
});

test('removes invisible and bidirectional control characters', () => {
  expect(settableText('a\u202eb\u2066c\u200bd\u0000e\r\n\t f\u00a0g')).toBe('abcd e f g');
  expect(settableText('e\u0301')).toBe('é');
});

test('returns each character that no font has once, and no others', () => {
  const known = [
    'Łukasz Ørsted',
    '東京 さくら 서울',
    'مرحبا ירוק',
    'กรุงเทพ हिन्दी Հայ ქართული',
    '🔊 ✓ a\u0301\u200d',
    '',
  ];
  expect(unprintableIn(known)).toEqual([]);
  expect(unprintableIn(['Ada', 'ខ្មែរ ខ', '\ue000'])).toEqual(['ខ', 'ម', 'រ', '\ue000']);
});

import { expect, test } from 'vitest';
import { beforeInvisible, cleanEmail } from './clean-email.ts';

const invisible: readonly (readonly [name: string, character: string])[] = [
  ['a space', ' '],
  ['a tab', '\t'],
  ['a line break', '\r\n'],
  ['a no-break space', '\u00A0'],
  ['a narrow no-break space', '\u202F'],
  ['an ideographic space', '\u3000'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['a left-to-right mark', '\u200E'],
  ['a right-to-left override', '\u202E'],
  ['a right-to-left isolate', '\u2067'],
  ['an Arabic letter mark', '\u061C'],
  ['a Mongolian vowel separator', '\u180E'],
  ['a variation selector', '\uFE0F'],
  ['a Hangul filler', '\u3164'],
  ['an empty braille pattern', '\u2800'],
  ['a tag character', '\u{E0041}'],
];

test.each(invisible)('removes %s at the ends of an address', (_, character) => {
  const email = 'Ana.Lux@Kunde.example';
  expect(cleanEmail(`${character}${character}${email}${character}`)).toBe(email);
  expect(beforeInvisible(`${character}${email}${character}`)).toBeNull();
});

test.each(invisible.filter(([, character]) => character !== ' '))(
  'finds %s inside an address',
  (_, character) => {
    expect(cleanEmail(`ana${character}@kunde.example`)).toBe(`ana${character}@kunde.example`);
    expect(beforeInvisible(`ana${character}@kunde.example`)).toBe('ana');
  },
);

test('leaves visible characters unchanged', () => {
  for (const email of [
    'zoë@münchen.example',
    'ana @kunde.example',
    '"a b"@kunde.example',
    'नेहा@उदाहरण.example',
    '',
  ])
    expect([cleanEmail(email), beforeInvisible(email)]).toEqual([email, null]);
});

test('strips a long run of invisible characters quickly', () => {
  expect(cleanEmail('\u200B'.repeat(20_000) + 'ana@kunde.example')).toBe('ana@kunde.example');
});

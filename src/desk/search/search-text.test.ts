import { describe, expect, test } from 'vitest';
import { excerptOf, markedText, searchWordsOf, titleRank } from './search-text.ts';

const shown = (text: string, ...words: string[]) =>
  markedText(text, words)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

describe('the words of a search', () => {
  test.each([
    ['  two   words ', ['two', 'words']],
    ['Café cafe', ['cafe']],
    ['a\u0000b\u0007c', ['a', 'b', 'c']],
    ['\u0301 \u200B', []],
    ['', []],
    ['100% under_score "quoted" \\', ['100%', 'under_score', '"quoted"', '\\']],
    [
      'one two three four five six seven eight nine',
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
    ],
    ['\uD800x', ['x']],
  ])('of %j are %j', (query, words) => expect(searchWordsOf(query)).toEqual(words));

  test('are cut off after 200 characters', () => {
    expect(searchWordsOf('x'.repeat(10_000))).toEqual(['x'.repeat(200)]);
  });
});

describe('marking', () => {
  test.each([
    ['Café Solène', ['cafe', 'LENE'], '[Café] So[lène]'],
    ['In der Straße', ['strasse'], 'In der [Straße]'],
    ['Half Moon', ['oo', 'moon'], 'Half [Moon]'],
    ['banana', ['an'], 'b[anan]a'],
    ['Cafe\u0301 x', ['cafe'], '[Cafe\u0301] x'],
    ['100% sure', ['%'], '100[%] sure'],
    ['nothing', ['zzz'], 'nothing'],
    ['Ящик', ['ящ'], '[Ящ]ик'],
    ['😀 mix 😀', ['mix'], '😀 [mix] 😀'],
  ])('%j by %j is %j', (text, words, marked) => expect(shown(text, ...words)).toBe(marked));

  test('keeps the whole text', () => {
    const text = 'Ünïcode – “quotes” & <b>tags</b> ﬁne';
    const parts = markedText(text, ['fi', 'uni', '<b>']);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter(({ isFound }) => isFound).map((part) => part.text)).toEqual(['Ünï', '<b>', 'ﬁ']);
  });
});

test('an excerpt is around the first match', () => {
  const text = `${'before '.repeat(60)}the chorus is louder ${'after '.repeat(60)}`;
  const excerpt = excerptOf(text, ['louder']);
  expect(excerpt).toMatch(/^…before .*the chorus is louder after .*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(162);
  expect(excerptOf('short\n text', ['x'])).toBe('short text');
});

test('titles whose words begin with the search rank before those that contain it', () => {
  expect(titleRank('Halfmoon Films', ['half', 'films'])).toBe(0);
  expect(titleRank('Halfmoon Films', ['moon'])).toBe(1);
  expect(titleRank('Halfmoon Films', ['moon', 'sun'])).toBe(2);
});

import { describe, expect, test } from 'vitest';
import { expectedName, isNamedBy, piecesOf } from './file-naming.ts';

const named = { project: 'P-214', rate: '44.1k', bits: '24bit' };
const scheme = '{project}_{title}_{version}_{rate}_{bits}';

describe('a name', () => {
  test.each([
    ['P-214_Tidewater_v2_44.1k_24bit.wav', true],
    ['p-214_Tide_water mix_V12_44.1K_24bit.aiff', true],
    ['P-214_Tidewater_v2_48k_24bit.wav', false],
    ['P-215_Tidewater_v2_44.1k_24bit.wav', false],
    ['P-214_Tidewater_v_44.1k_24bit.wav', false],
    ['P-214__v2_44.1k_24bit.wav', false],
    ['P-214_Tidewater_v2_44.1k_24bit copy.wav', false],
    ['', false],
  ])('%s passes a whole scheme: %s', (name, is) => {
    expect(isNamedBy(scheme, name, named)).toBe(is);
  });

  test('without a title is the scheme’s own', () => {
    expect(isNamedBy('{project} mix {version}', 'P-214 mix v3.wav', named)).toBe(true);
    expect(isNamedBy('{project} mix {version}', 'P-214 mix v3 b.wav', named)).toBe(false);
  });

  test('is read in one pass, however long it and its scheme are', () => {
    const long = 'v1'.repeat(100_000);
    expect(isNamedBy(`{title}${'{version}'.repeat(50)}x`, long, named)).toBe(false);
  });
});

test('a scheme names only the parts that there are, and the title once', () => {
  for (const wrong of ['{name}', '{title}_{title}', '{title', 'title}', '}{', '{{title}}', '{constructor}'])
    expect(piecesOf(wrong)).toBeNull();
  for (const right of ['', 'mix', scheme, '{version}']) expect(piecesOf(right)).not.toBeNull();
});

test('what a scheme asks for is said with words for what may be anything', () => {
  const words = { title: '(title)', version: 'v(number)' };
  expect(expectedName(scheme, named, words)).toBe('P-214_(title)_v(number)_44.1k_24bit');
});

describe('a part that a file has no value for', () => {
  const words = { title: '(title)', version: 'v(number)' };
  const ofMp3 = { ...named, bits: null };

  test.each([
    [scheme, 'P-214_(title)_v(number)_44.1k'],
    ['{bits}_{title}', '(title)'],
    ['{title}_{rate}-{bits}_final', '(title)_44.1k_final'],
    ['{title} ({bits})', '(title)'],
    ['{title} [{bits}] {version}', '(title) v(number)'],
    ['{title} {rate}{bits}', '(title) 44.1k'],
    ['{title} mix {bits}', '(title) mix'],
    ['{title}-{bits}x{rate}', '(title)-x44.1k'],
    ['{title} - {bits} - {rate}', '(title) - 44.1k'],
    ['{title} ({bits}, {rate})', '(title) (44.1k)'],
    ['{bits}', ''],
  ])('is left out of what is asked for, with what joins it: %s', (asked, expected) => {
    expect(expectedName(asked, ofMp3, words)).toBe(expected);
  });

  test('is left out where several are missing, and first or last', () => {
    const none = { project: 'P-214', rate: null, bits: null };
    expect(expectedName(scheme, none, words)).toBe('P-214_(title)_v(number)');
    expect(expectedName('{rate}_{bits}_{title}', none, words)).toBe('(title)');
    expect(expectedName('{title} ({rate}, {bits})', none, words)).toBe('(title)');
  });

  test('need not be in the name, nor may what would join it', () => {
    expect(isNamedBy(scheme, 'P-214_Tidewater_v2_44.1k.mp3', ofMp3)).toBe(true);
    expect(isNamedBy(scheme, 'P-214_Tidewater_v2_44.1k_.mp3', ofMp3)).toBe(false);
    expect(isNamedBy(scheme, 'P-214_Tidewater_v2_44.1k_24bit.mp3', ofMp3)).toBe(false);
  });
});

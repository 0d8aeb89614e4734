import { assert, integer, oneof, property, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import desk from '#content/desk-projects.yaml';
import { amountError, dollarsOf, mostCents, readAmount, understoodText } from './money.ts';

const words = desk.errors.amount;

test('formats cents as dollars, to the cent', () => {
  expect([1, 99, 100, 96_000, 250_000, 123_456_789].map(dollarsOf)).toEqual([
    '$0.01',
    '$0.99',
    '$1.00',
    '$960.00',
    '$2,500.00',
    '$1,234,567.89',
  ]);
  expect(dollarsOf(-5)).toBe('−$0.05');
  expect(dollarsOf(Number.MAX_SAFE_INTEGER)).toBe('$90,071,992,547,409.91');
});

test('rejects a fraction of a cent', () => {
  expect(() => dollarsOf(0.5)).toThrow('no whole number');
  expect(() => dollarsOf(2 ** 53)).toThrow('no whole number');
});

const anyCents = integer({ min: 1, max: mostCents });
const plainOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const groupedOf = (cents: number) => plainOf(cents).replaceAll(/\B(?<!\.\d*)(?=(\d{3})+\.)/g, ',');

test('parses every formatted amount to the cent', () => {
  assert(
    property(anyCents, (cents) => {
      for (const text of [plainOf(cents), groupedOf(cents), `$${groupedOf(cents)}`, `  ${plainOf(cents)} `])
        expect(readAmount(text)).toEqual({ ok: true, cents });
    }),
  );
});

test('parses whole dollars, and one decimal digit, to the cent', () => {
  assert(
    property(integer({ min: 1, max: 99_999_999 }), integer({ min: 0, max: 9 }), (dollars, tenths) => {
      expect(readAmount(`${dollars}`)).toEqual({ ok: true, cents: dollars * 100 });
      expect(readAmount(`${dollars}.${tenths}`)).toEqual({ ok: true, cents: dollars * 100 + tenths * 10 });
    }),
  );
});

test('rejects any input, or parses it as whole cents within the limits', () => {
  assert(
    property(oneof(string(), stringMatching(/^[\d.,$' -]{1,14}$/)), (typed) => {
      const read = readAmount(typed);
      if (!read.ok) return;
      expect(Number.isSafeInteger(read.cents)).toBe(true);
      expect(read.cents).toBeGreaterThan(0);
      expect(read.cents).toBeLessThanOrEqual(mostCents);
    }),
  );
});

test.each([
  ['2500', 250_000],
  ['922,50', 92_250],
  ['922.5', 92_250],
  ['0,50', 50],
  ['2,500.00', 250_000],
  ['2.500,00', 250_000],
  ['2 500,00', 250_000],
  ['2\u202F500,00', 250_000],
  ['2’500.00', 250_000],
  ['2 500', 250_000],
  ['1,234,567', 123_456_700],
  ['1.234.567', 123_456_700],
  ['$ 1,845.00', 184_500],
  ['25,00', 2500],
])('parses "%s" as %i cents', (typed, cents) => {
  expect(readAmount(typed)).toEqual({ ok: true, cents });
});

test('reports an ambiguous amount', () => {
  const sentence = '“1,845” can be read in two ways. If you mean $1,845.00, please type 1,845.00.';
  expect(readAmount('1,845')).toEqual({ ok: false, reason: 'ambiguous' });
  expect(amountError(' 1,845 ', words)).toContain(sentence);
  expect(amountError('1.845', words)).toContain('If you mean $1,845.00, please type 1,845.00.');
  expect(understoodText('1,845', words)).toBe(amountError('1,845', words));
});

test('shows how an amount is interpreted while typing', () => {
  const shown = ['', '1', '1,8', '1,84', '1,845.', '1,845.5', '1,845.50', 'x'].map((typed) =>
    understoodText(typed, words),
  );
  expect(shown).toEqual([
    '',
    'Read as $1.00',
    'Read as $1.80',
    'Read as $1.84',
    '',
    'Read as $1,845.50',
    'Read as $1,845.50',
    '',
  ]);
  expect(amountError('x', words)).toBe(words.unreadable);
  expect(amountError('922,50', words)).toBeNull();
});

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['0', 'nothing'],
  ['0.00', 'nothing'],
  ['-5', 'unreadable'],
  ['25,00.00', 'unreadable'],
  ['1.234', 'ambiguous'],
  ['0.234', 'unreadable'],
  ['1234,567', 'unreadable'],
  ['1,234.567', 'unreadable'],
  ['1,234,56', 'unreadable'],
  ['1,2,3', 'unreadable'],
  ["1,234'567", 'unreadable'],
  ['922,', 'unreadable'],
  [',50', 'unreadable'],
  ['$', 'required'],
  ['$$5', 'unreadable'],
  ['1e3', 'unreadable'],
  ['0x10', 'unreadable'],
  ['٢٥٠٠', 'unreadable'],
  ['NaN', 'unreadable'],
  ['100,000,000', 'too-large'],
])('rejects "%s" as %s', (typed, reason) => {
  expect(readAmount(typed)).toEqual({ ok: false, reason });
});

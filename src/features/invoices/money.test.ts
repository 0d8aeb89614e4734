import { assert, integer, oneof, property, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { dollarsOf, mostCents, readAmount } from './money.ts';

test('cents are written as dollars, to the cent', () => {
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

test('a fraction of a cent is refused', () => {
  expect(() => dollarsOf(0.5)).toThrow('no whole number');
  expect(() => dollarsOf(2 ** 53)).toThrow('no whole number');
});

const anyCents = integer({ min: 1, max: mostCents });
const plainOf = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const groupedOf = (cents: number) => plainOf(cents).replaceAll(/\B(?<!\.\d*)(?=(\d{3})+\.)/g, ',');

test('every amount that can be written is read to the cent', () => {
  assert(
    property(anyCents, (cents) => {
      for (const text of [plainOf(cents), groupedOf(cents), `$${groupedOf(cents)}`, `  ${plainOf(cents)} `])
        expect(readAmount(text)).toEqual({ ok: true, cents });
    }),
  );
});

test('whole dollars, and one digit after the point, are read to the cent', () => {
  assert(
    property(integer({ min: 1, max: 99_999_999 }), integer({ min: 0, max: 9 }), (dollars, tenths) => {
      expect(readAmount(`${dollars}`)).toEqual({ ok: true, cents: dollars * 100 });
      expect(readAmount(`${dollars}.${tenths}`)).toEqual({ ok: true, cents: dollars * 100 + tenths * 10 });
    }),
  );
});

test('whatever is typed is refused or read as a whole number of cents within the limits', () => {
  assert(
    property(oneof(string(), stringMatching(/^[\d.,$ -]{1,14}$/)), (typed) => {
      const read = readAmount(typed);
      if (!read.ok) return;
      expect(Number.isSafeInteger(read.cents)).toBe(true);
      expect(read.cents).toBeGreaterThan(0);
      expect(read.cents).toBeLessThanOrEqual(mostCents);
    }),
  );
});

test.each([
  ['', 'required'],
  ['   ', 'required'],
  ['0', 'nothing'],
  ['0.00', 'nothing'],
  ['-5', 'unreadable'],
  ['2.500,00', 'unreadable'],
  ['2,50', 'unreadable'],
  ['25,00.00', 'unreadable'],
  ['1.234', 'unreadable'],
  ['1e3', 'unreadable'],
  ['0x10', 'unreadable'],
  ['٢٥٠٠', 'unreadable'],
  ['NaN', 'unreadable'],
  ['100,000,000', 'too-large'],
])('"%s" is refused as %s', (typed, reason) => {
  expect(readAmount(typed)).toEqual({ ok: false, reason });
});

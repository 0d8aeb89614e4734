import { assert, integer, oneof, property, string, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { mostCents, readAmount } from './invoice-amount.ts';

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

test('whole dollars and one digit of cents are read as they are meant', () => {
  assert(
    property(integer({ min: 1, max: 99_999_999 }), integer({ min: 0, max: 9 }), (dollars, tenths) => {
      expect(readAmount(`${dollars}`)).toEqual({ ok: true, cents: dollars * 100 });
      expect(readAmount(`${dollars}.${tenths}`)).toEqual({ ok: true, cents: dollars * 100 + tenths * 10 });
    }),
  );
});

test('nothing that is typed becomes anything but a whole, possible number of cents', () => {
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

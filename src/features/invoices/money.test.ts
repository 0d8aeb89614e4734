import { expect, test } from 'vitest';
import { dollarsOf } from './money.ts';

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

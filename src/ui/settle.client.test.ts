import { expect, test } from 'vitest';
import { flightAt } from './settle.client.ts';

test('a struck grain starts from its line, jumps within the attack and comes back to rest', () => {
  expect(flightAt(0)).toBe(0);
  expect(flightAt(0.09)).toBe(1);
  expect(flightAt(0.5)).toBeLessThan(0.2);
  expect(flightAt(1)).toBe(0);
});

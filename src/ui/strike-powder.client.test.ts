import { expect, test } from 'vitest';
import { flightAt } from './strike-powder.client.ts';

test('a struck grain starts on its line, is farthest from it when the attack ends, and comes back', () => {
  expect(flightAt(0)).toBe(0);
  expect(flightAt(0.09)).toBe(1);
  expect(flightAt(0.5)).toBeLessThan(0.2);
  expect(flightAt(1)).toBe(0);
});

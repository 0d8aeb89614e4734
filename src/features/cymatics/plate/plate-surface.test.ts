import { expect, test } from 'vitest';
import { createFrameCost } from './plate-surface.ts';

test('a dozen frames of more than 16 ms are too much, one slow frame among quick ones is not', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 11; i += 1) cost.addCpu(40);
  expect(cost.isTooMuch()).toBe(false);
  cost.addCpu(40);
  expect(cost.isTooMuch()).toBe(true);
  for (let i = 0; i < 12; i += 1) cost.addCpu(i === 4 ? 300 : 1);
  expect(cost.isTooMuch()).toBe(false);
});

test('a graphics processor that is always late is too much, one that is late now and then is not', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 60; i += 1) cost.addGpu(i % 4 === 0 ? 20 : 400);
  expect(cost.isTooMuch()).toBe(false);
  for (let i = 0; i < 12; i += 1) cost.addGpu(121);
  expect(cost.isTooMuch()).toBe(true);
});

test('the first frame may be late: it compiles', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 12; i += 1) cost.addGpu(900);
  expect(cost.isTooMuch()).toBe(false);
});

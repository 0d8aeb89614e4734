import { expect, test } from 'vitest';
import { createFrameCost } from './plate-surface.ts';

test('drawing is too slow after a dozen frames of more than 16 ms, not after a single slow frame', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 11; i += 1) cost.addCpu(40);
  expect(cost.isTooMuch()).toBe(false);
  cost.addCpu(40);
  expect(cost.isTooMuch()).toBe(true);
  for (let i = 0; i < 12; i += 1) cost.addCpu(i === 4 ? 300 : 1);
  expect(cost.isTooMuch()).toBe(false);
});

test('drawing is too slow on a GPU that is always late, not on one that is late occasionally', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 60; i += 1) cost.addGpu(i % 4 === 0 ? 20 : 400);
  expect(cost.isTooMuch()).toBe(false);
  for (let i = 0; i < 12; i += 1) cost.addGpu(121);
  expect(cost.isTooMuch()).toBe(true);
});

test('the first frame, which compiles the shaders, may be late', () => {
  const cost = createFrameCost();
  for (let i = 0; i < 12; i += 1) cost.addGpu(900);
  expect(cost.isTooMuch()).toBe(false);
});

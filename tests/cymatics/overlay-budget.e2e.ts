import { overlayWeight, type Part } from '../harness/overlay-weight.ts';
import { expect, test } from '../harness/test.ts';

const kB = 1000;

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { gzip }) => sum + gzip, 0);

test('adds no more than 25 kB of code beyond React, and no more than 4 kB more for saving a figure', () => {
  const { scripts, saving, worklets, styles } = overlayWeight();
  expect(worklets).toHaveLength(1);
  expect(styles).toHaveLength(1);
  const code = sumOf([...scripts, ...worklets]);
  expect(code).toBeGreaterThan(10 * kB);
  expect(code).toBeLessThanOrEqual(25 * kB);
  const names = saving.map(({ name }) => name.replace(/\..*/, ''));
  expect(new Set(names)).toEqual(new Set(['figure-file', 'figure-picture']));
  expect(sumOf(saving)).toBeLessThanOrEqual(4 * kB);
});

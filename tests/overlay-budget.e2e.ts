import { overlayWeight } from './harness/overlay-weight.ts';
import { expect, test } from './harness/test.ts';

const kB = 1000;

test('the overlay brings no more than 25 kB of code beyond React', () => {
  const { scripts, worklets, styles } = overlayWeight();
  expect(worklets).toHaveLength(1);
  expect(styles).toHaveLength(1);
  const code = [...scripts, ...worklets].reduce((sum, { gzip }) => sum + gzip, 0);
  expect(code).toBeGreaterThan(10 * kB);
  expect(code).toBeLessThanOrEqual(25 * kB);
});

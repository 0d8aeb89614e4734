import { expect, test } from 'vitest';
import { classCount, createGrains, grainStride } from './plate-scene.ts';

const count = 6000;
const grains = createGrains(count, 3);
const column = (at: number) =>
  Array.from({ length: count }, (_, i) => grains[i * grainStride + at] ?? Number.NaN);

test('creates the same powder from the same seed', () => {
  expect(createGrains(200, 3)).toEqual(createGrains(200, 3));
  expect(createGrains(200, 3)).not.toEqual(createGrains(200, 4));
});

test('spreads grains evenly over the disc', () => {
  const [xs, ys] = [column(0), column(1)];
  const cells = Array.from({ length: 24 }, () => 0);
  xs.forEach((x, i) => {
    const y = ys[i] ?? 0;
    expect(Math.hypot(x, y)).toBeLessThan(1);
    const ring = Math.floor(4 * (x * x + y * y));
    const sector = Math.floor(((Math.atan2(y, x) / (2 * Math.PI) + 1) % 1) * 6);
    cells[ring * 6 + sector] = (cells[ring * 6 + sector] ?? 0) + 1;
  });
  for (const cell of cells) expect(Math.abs(cell - count / 24)).toBeLessThan(0.06 * (count / 24));
});

test('distributes offsets normally with variance 1, shares from 0 to 1, and leaves a few grains off the line', () => {
  for (const at of [2, 3]) {
    const scatter = column(at);
    expect(Math.abs(scatter.reduce((sum, value) => sum + value, 0) / count)).toBeLessThan(0.05);
    expect(Math.abs(scatter.reduce((sum, value) => sum + value ** 2, 0) / count - 1)).toBeLessThan(0.06);
  }
  for (const at of [4, 5, 6]) expect(column(at).every((value) => value >= 0 && value <= 1)).toBe(true);
  const strays = column(5).filter((pull) => pull < 1).length / count;
  expect(strays).toBeGreaterThan(0.03);
  expect(strays).toBeLessThan(0.1);
  expect(new Set(column(7)).size).toBe(classCount);
});

import { expect, test } from 'vitest';
import { notes } from '#src/features/site/notes.ts';
import { fieldOf, modesOf, nodalDistanceOf } from './field.ts';
import { nodalLinesOf, pathDataOf } from './nodal-lines.ts';
import { powderOf } from './powder.ts';
import { peaksOf, strikeOf } from './strike.ts';

const figures = notes.map((note) => ({ note, field: fieldOf(modesOf(note)) }));

test('powder lies where the plate is still', () => {
  for (const { field } of figures) {
    const grains = powderOf(field, { count: 2000, seed: 7 });
    const still = grains.filter(({ x, y }) => nodalDistanceOf(field(x, y)) < 0.03 || Math.hypot(x, y) > 0.96);
    expect(still.length / grains.length).toBeGreaterThan(0.75);
  }
});

test('the same seed lays the same powder', () => {
  const [{ field } = { field: fieldOf([]) }] = figures;
  const lay = (seed: number) => powderOf(field, { count: 50, seed });
  expect(lay(3)).toEqual(lay(3));
  expect(lay(3)).not.toEqual(lay(4));
});

test('nodal lines lie on the zeros of the field', () => {
  for (const { field } of figures) {
    for (const [x, y] of nodalLinesOf(field).flat()) expect(Math.abs(field(x, y).u)).toBeLessThan(0.15);
  }
});

test('the twelve figures differ, each between 1 and 8 kB of path', () => {
  const paths = figures.map(({ field }) => pathDataOf(nodalLinesOf(field)));
  expect(new Set(paths).size).toBe(12);
  for (const path of paths) {
    expect(path.length).toBeGreaterThan(1000);
    expect(path.length).toBeLessThan(8000);
    expect(path).toMatch(/^(M[\d.]+ [\d.]+l[-\d. ]+)+$/);
  }
});

test('a struck plate starts at rest, peaks at 1 and dies away', () => {
  for (const { note } of figures) {
    const strike = strikeOf(note, { seconds: 1.6, rateHz: 4000 });
    const bars = peaksOf(strike, 16);
    expect(strike[0]).toBeCloseTo(0, 12);
    expect(Math.max(...bars.map(({ low, high }) => Math.max(-low, high)))).toBeCloseTo(1, 5);
    const [first, last] = [bars[1], bars.at(-1)];
    expect((last?.high ?? 1) / (first?.high ?? 0)).toBeLessThan(0.25);
  }
});

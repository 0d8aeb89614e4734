import { expect, test } from 'vitest';
import { noteOf, notes } from '#src/studio/notes.ts';
import { fieldOf, modesOf, nodalDistanceOf } from './field.ts';
import { powderOf } from './powder.ts';

test('places powder where the plate is still', () => {
  for (const note of notes) {
    const field = fieldOf(modesOf(note));
    const grains = powderOf(modesOf(note), { count: 2000, seed: 7 });
    expect(grains.every(({ x, y }) => Math.hypot(x, y) < 1)).toBe(true);
    const still = grains.filter(({ x, y }) => nodalDistanceOf(field(x, y)) < 0.03);
    expect(still.length / grains.length, note.id).toBeGreaterThan(0.8);
  }
});

test('does not count the flat centre of many diameters as a line', () => {
  const modes = [{ m: 12, n: 2, amplitude: 1 }];
  const inner = powderOf(modes, { count: 4000, seed: 1, stray: 0 }).filter(
    ({ x, y }) => Math.hypot(x, y) < 0.1,
  );
  expect(inner).toEqual([]);
});

test('places more powder where lines meet the rim as piling increases', () => {
  const modes = modesOf(noteOf('c4'));
  const nearRim = (piling: number) =>
    powderOf(modes, { count: 6000, seed: 5, piling }).filter(({ x, y }) => Math.hypot(x, y) > 0.9).length;
  expect(nearRim(0.9)).toBeGreaterThan(1.05 * nearRim(0));
});

test('places the same powder for the same seed', () => {
  const lay = (seed: number) => powderOf(modesOf(noteOf('c4')), { count: 50, seed });
  expect(lay(3)).toEqual(lay(3));
  expect(lay(3)).not.toEqual(lay(4));
});

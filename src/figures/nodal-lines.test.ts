import { describe, expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { fieldOf, modesOf } from './field.ts';
import { nodalLinesOf, pathDataOf } from './nodal-lines.ts';

const figures = notes.map((note) => {
  const field = fieldOf(modesOf(note));
  return { note, field, lines: nodalLinesOf(field) };
});

test('nodal lines follow the zeros of the field inside the rim', () => {
  for (const { field, lines } of figures) {
    for (const [x, y] of lines.flat()) {
      expect(Math.hypot(x, y)).toBeLessThan(1 + 1e-9);
      expect(Math.abs(field(x, y).u)).toBeLessThan(0.15);
    }
  }
});

test('every line is a loop, or ends on the rim or where lines meet in the centre', () => {
  for (const { lines, note } of figures) {
    for (const line of lines) {
      const [from, to] = [line[0], line.at(-1)];
      if (!from || !to || Math.hypot(from[0] - to[0], from[1] - to[1]) < 1e-5) continue;
      for (const end of [from, to]) expect(Math.hypot(...end), note.id).toBeCloseTo(1, 9);
    }
  }
});

test('an open line meets the rim once for each nodal diameter of the dominant mode', () => {
  const field = fieldOf([{ m: 3, n: 1, amplitude: 1 }]);
  const ends = nodalLinesOf(field)
    .flat()
    .filter((point) => Math.hypot(...point) > 1 - 1e-9)
    .map(([x, y]) => (Math.atan2(x, -y) * 180) / Math.PI)
    .toSorted((a, b) => a - b);
  expect(ends.map(Math.round)).toEqual([-150, -90, -30, 30, 90, 150]);
});

describe('path data', () => {
  test('differs between the twelve figures, and has 1 to 8 kB', () => {
    const paths = figures.map(({ lines }) => pathDataOf(lines));
    expect(new Set(paths).size).toBe(12);
    for (const path of paths) {
      expect(path.length).toBeGreaterThan(1000);
      expect(path.length).toBeLessThan(8000);
      expect(path).toMatch(/^(M[\d.]+ [\d.]+l[-\d. ]+z?)+$/);
    }
  });

  test('closes a loop, but not an open line', () => {
    const square = [
      [0, 0],
      [0.5, 0],
      [0.5, 0.5],
      [0, 0.5],
      [0, 0],
    ] as const;
    expect(pathDataOf([square], { size: 200, radius: 100 })).toBe('M100 100l50 0 0 50-50 0z');
    expect(pathDataOf([square.slice(0, 3)], { size: 200, radius: 100 })).toBe('M100 100l50 0 0 50');
  });
});

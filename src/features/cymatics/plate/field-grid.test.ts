import { expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { besselZero, fieldOf, modesOf } from '#src/figures/field.ts';
import { cellsToRim, columns, createFieldGrid, middleRow } from './canvas-renderer.ts';

test("the grid holds the model's field and gradient, and the mean square of its wavenumber", () => {
  const grid = createFieldGrid();
  for (const note of notes) {
    const modes = modesOf(note);
    const field = fieldOf(modes);
    const wave = grid.compose(modes);
    const expected = modes.reduce((sum, { m, n, amplitude }) => sum + (amplitude * besselZero(m, n)) ** 2, 0);
    expect(wave).toBeCloseTo(expected, 8);
    for (const [column, row] of [
      [0, 40],
      [30, 90],
      [64, 130],
      [80, 60],
    ] as const) {
      const at = (row * columns + column) * 3;
      const [u = 0, ux = 0, uy = 0] = grid.cells.subarray(at, at + 3);
      const here = field(column / cellsToRim, (row - middleRow) / cellsToRim);
      expect(u).toBeCloseTo(here.u, 3);
      expect(Math.hypot(ux, uy)).toBeCloseTo(here.gradient, 1);
    }
  }
});

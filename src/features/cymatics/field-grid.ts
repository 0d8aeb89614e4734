import { radialProfileOf, samples, type WeightedMode } from './field.ts';
import { look } from './plate-look.ts';

/** The fields lie on a grid of 2 px over the right half of the disc; the left half mirrors it. */
export const cellPx = 2;
export const cellsToRim = look.radius / cellPx;
/** Two cells more than the disc, so that whatever lies on it has four neighbours. */
export const columns = cellsToRim + 3;
const rows = 2 * cellsToRim + 5;
export const middleRow = cellsToRim + 2;

/** u, ∂u/∂x, ∂u/∂y of a sum of modes at each point of the grid, and the mean square of its wavenumber. */
export interface FieldGrid {
  readonly cells: Float32Array;
  compose(modes: readonly WeightedMode[]): number;
}

const between = (values: Float64Array, index: number, rest: number) =>
  (values[index] ?? 0) * (1 - rest) + (values[index + 1] ?? 0) * rest;

/** One mode on the grid; beyond the rim it goes on straight, so that the rim interpolates well. */
function gridOf(mode: WeightedMode): { cells: Float32Array; zero: number } {
  const { value, slope, zero } = radialProfileOf(mode);
  const cells = new Float32Array(columns * rows * 3);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 3) {
      const x = column / cellsToRim;
      const y = (row - middleRow) / cellsToRim;
      const r = Math.max(Math.sqrt(x * x + y * y), 1e-6);
      const place = Math.min(1, r) * samples;
      const index = Math.min(samples - 1, Math.floor(place));
      const rise = between(slope, index, place - index);
      const height = between(value, index, place - index) + rise * Math.max(0, r - 1);
      const angle = mode.m * Math.atan2(x, -y);
      const cos = Math.cos(angle);
      const along = (rise * cos) / r;
      const across = (-mode.m * height * Math.sin(angle)) / (r * r);
      cells[at] = height * cos;
      cells[at + 1] = along * x - across * y;
      cells[at + 2] = along * y + across * x;
    }
  }
  return { cells, zero };
}

/** A grid that keeps every mode it has met (200 kB each). */
export function createFieldGrid(): FieldGrid {
  const known = new Map<string, ReturnType<typeof gridOf>>();
  const cells = new Float32Array(columns * rows * 3);
  return {
    cells,
    compose(modes) {
      let wave = 0;
      cells.fill(0);
      for (const mode of modes) {
        const key = `${mode.m},${mode.n}`;
        const { cells: part, zero } = known.get(key) ?? gridOf(mode);
        known.set(key, { cells: part, zero });
        wave += (mode.amplitude * zero) ** 2;
        const by = mode.amplitude;
        for (let i = 0; i < cells.length; i += 1) cells[i] = (cells[i] ?? 0) + by * (part[i] ?? 0);
      }
      return wave;
    },
  };
}

import { addMode, radialProfileOf, type WeightedMode } from '#src/figures/field.ts';
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

/** One mode on the grid, beyond the rim too, so that the rim interpolates well. */
function gridOf(mode: WeightedMode): { cells: Float32Array; zero: number } {
  const profile = radialProfileOf(mode);
  const cells = new Float32Array(columns * rows * 3);
  const point = new Float64Array(3);
  const whole = { m: mode.m, amplitude: 1 };
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 3) {
      point.fill(0);
      addMode(point, profile, whole, column / cellsToRim, (row - middleRow) / cellsToRim);
      for (let i = 0; i < 3; i += 1) cells[at + i] = point[i] ?? 0;
    }
  }
  return { cells, zero: profile.zero };
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

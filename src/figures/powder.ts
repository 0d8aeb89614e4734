import { besselZero, fieldOf, nodalDistanceOf, type WeightedMode } from './field.ts';
import { createRandom } from './random.ts';

export interface Grain {
  readonly x: number;
  readonly y: number;
  /** 0 to 1. */
  readonly brightness: number;
}

export interface PowderOptions {
  readonly count: number;
  readonly seed: number;
  /** Half the width of a powder line as a share of the mean wavelength divided by 2π. */
  readonly lineWidth?: number;
  /**
   * How much wider a line is where the plate swings little next to it, 0 to 1: at 0 all lines are equally wide, at 1 a
   * grain stays wherever the displacement is below a fixed threshold.
   */
  readonly piling?: number;
  /** The share of the lines' density where the plate moves. */
  readonly stray?: number;
}

/** Returns the density of powder at `q` half widths from the line: a dense core and a thin skirt. */
const densityAt = (q: number) => Math.exp(-(q ** 2)) + 0.05 * Math.exp(-(q ** 2) / 12);

/**
 * Returns grains on the unit disc, denser near nodal lines (including the clamped rim) and piled where lines meet.
 * Deterministic for a seed.
 */
export function powderOf(
  modes: readonly WeightedMode[],
  { count, seed, lineWidth = 0.23, piling = 0.6, stray = 0.01 }: PowderOptions,
): Grain[] {
  const random = createRandom(seed);
  const field = fieldOf(modes);
  // ∫|∇u|² = k²∫u² for each mode with mean square 1: the root mean square of the gradient over the disc.
  const typical = Math.hypot(...modes.map(({ m, n, amplitude }) => amplitude * besselZero(m, n)));
  const grains: Grain[] = [];
  while (grains.length < count) {
    const x = random() * 2 - 1;
    const y = random() * 2 - 1;
    if (Math.hypot(x, y) >= 1) continue;
    const here = field(x, y);
    const slack = (typical / Math.max(here.gradient, 1e-3)) ** piling;
    const halfWidth = (lineWidth / typical) * Math.min(1 + 1.5 * piling, Math.max(0.85, slack));
    if (random() < densityAt(nodalDistanceOf(here) / halfWidth) + stray) {
      grains.push({ x, y, brightness: random() });
    }
  }
  return grains;
}

import { nodalDistanceOf, type Field } from './field.ts';
import { createRandom } from './random.ts';

export interface Grain {
  readonly x: number;
  readonly y: number;
  /** 0.4 to 1. */
  readonly brightness: number;
}

export interface PowderOptions {
  readonly count: number;
  readonly seed: number;
  /** Half width of a powder line in units of the radius. */
  readonly lineWidth?: number;
  /** Share of the plate's density that lies where it moves. */
  readonly stray?: number;
}

/**
 * Grains on the unit disc, denser the nearer the nodal line: density exp(−d²/w²) + stray. The rim is clamped, so it
 * is a nodal line too. Deterministic for a seed.
 */
export function powderOf(
  field: Field,
  { count, seed, lineWidth = 0.012, stray = 0.014 }: PowderOptions,
): Grain[] {
  const random = createRandom(seed);
  const grains: Grain[] = [];
  while (grains.length < count) {
    const x = random() * 2 - 1;
    const y = random() * 2 - 1;
    const r = Math.hypot(x, y);
    if (r >= 1) continue;
    const inner = nodalDistanceOf(field(x, y));
    const distance = Math.min(inner, (1 - r) * 1.2);
    if (random() < Math.exp(-((distance / lineWidth) ** 2)) + stray) {
      grains.push({ x, y, brightness: 0.4 + 0.6 * random() });
    }
  }
  return grains;
}

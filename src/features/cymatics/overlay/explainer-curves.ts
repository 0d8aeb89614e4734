import { notes } from '#src/studio/notes.ts';
import { besselZero, modesOf } from '#src/figures/field.ts';

const width = 240;
const height = 64;
/** The view box of both drawings. */
export const curveBox = `0 0 ${width} ${height}`;

/** Returns the path data of a curve over the drawing's width; `valueOf` returns 0 (bottom) to 1 (top) for 0 ≤ t ≤ 1. */
function curveOf(valueOf: (t: number) => number): string {
  const points = Array.from({ length: width + 1 }, (_, x) => {
    const y = 2 + (height - 4) * (1 - valueOf(x / width));
    return `${x} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** Returns a sine whose frequency rises ninefold. */
export function chirpPath(): string {
  return curveOf((t) => (1 - Math.cos(2 * Math.PI * (1.2 * t + 4.6 * t * t))) / 2);
}

/**
 * Returns the frequency response of a membrane with the modes of all twelve notes, each of quality 120, from 14 to 29
 * radians, the range of the twelve notes.
 */
export function responsePath(): string {
  const modes = notes.flatMap(modesOf).map(({ m, n, amplitude }) => ({ zero: besselZero(m, n), amplitude }));
  const powerOf = (k: number) =>
    modes.reduce((sum, { zero, amplitude }) => sum + amplitude / (1 + (120 * (k / zero - zero / k)) ** 2), 0);
  const loudest = Math.max(...modes.map(({ zero }) => powerOf(zero)));
  return curveOf((t) => powerOf(14 + 15 * t) / loudest);
}

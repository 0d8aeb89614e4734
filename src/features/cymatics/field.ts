import type { Mode, Note } from '#src/features/site/notes.ts';
import { besselJ, besselJAndSlope, besselZero } from './bessel.ts';

/** A mode and its weight in the sum. */
export interface WeightedMode extends Mode {
  readonly amplitude: number;
}

/** Displacement of the membrane at a point and its gradient there, in units of the radius. */
export interface Displacement {
  readonly u: number;
  readonly gradient: number;
}

/** The displacement at (x, y), the disc having radius 1 and y pointing down; 0 outside. */
export type Field = (x: number, y: number) => Displacement;

/** One mode along a radius: value and slope, normalised to mean square 1 over the disc. */
export interface RadialProfile {
  /** The mode's wavenumber in units of 1/radius: its zero. */
  readonly zero: number;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

/** Intervals of a radial profile. */
export const samples = 1024;

/**
 * J_m(j_mn·r)/N and its slope at `samples` + 1 points from the centre to the rim, where
 * N = |J_{m+1}(j_mn)| · (m > 0 ? √½ : 1) makes the mean square of the mode 1 over the disc.
 */
export function radialProfileOf({ m, n }: Mode): RadialProfile {
  const zero = besselZero(m, n);
  const norm = Math.abs(besselJ(m + 1, zero)) * (m > 0 ? Math.SQRT1_2 : 1);
  const value = new Float64Array(samples + 1);
  const slope = new Float64Array(samples + 1);
  for (let i = 0; i <= samples; i += 1) {
    const [here, rise] = besselJAndSlope(m, (zero * i) / samples);
    value[i] = here / norm;
    slope[i] = (rise * zero) / norm;
  }
  return { zero, value, slope };
}

/** The modes of a note: the primary with weight 1 and the secondary with its own. */
export function modesOf(note: Pick<Note, 'primary' | 'secondary' | 'amplitude'>): readonly WeightedMode[] {
  return [
    { ...note.primary, amplitude: 1 },
    { ...note.secondary, amplitude: note.amplitude },
  ];
}

/**
 * u(r,θ) = Σ aᵢ · J_mᵢ(j_mᵢnᵢ·r) · cos(mᵢθ) / Nᵢ for a clamped round membrane, θ clockwise from north, so that
 * every figure has a vertical mirror axis. Radial values are interpolated linearly between 1024 samples (error
 * below 1e-4).
 */
export function fieldOf(modes: readonly WeightedMode[]): Field {
  const parts = modes.map((mode) => ({ ...mode, profile: radialProfileOf(mode) }));
  return (x, y) => {
    const r = Math.hypot(x, y);
    if (r >= 1) return { u: 0, gradient: 0 };
    const theta = Math.atan2(x, -y);
    const index = Math.floor(r * samples);
    const rest = r * samples - index;
    let u = 0;
    let along = 0;
    let across = 0;
    for (const { m, amplitude, profile } of parts) {
      const value = mix(profile.value, index, rest);
      u += amplitude * value * Math.cos(m * theta);
      along += amplitude * mix(profile.slope, index, rest) * Math.cos(m * theta);
      across -= (amplitude * m * value * Math.sin(m * theta)) / Math.max(r, 1e-6);
    }
    return { u, gradient: Math.hypot(along, across) };
  };
}

function mix(values: Float64Array, index: number, rest: number): number {
  const from = values[index] ?? 0;
  return from + ((values[index + 1] ?? from) - from) * rest;
}

/** Squared gradient under which the field counts as flat; its mean square is a thousand times as large. */
const flat = 0.3;

/**
 * Distance from a point to the nearest nodal line in units of the radius, |u|/|∇u|, grown by
 * (|∇u|² + flat)/|∇u|² so that the centre, where many diameters meet in a flat field, does not count as a line. Infinite off the plate.
 */
export function nodalDistanceOf({ u, gradient }: Displacement): number {
  if (gradient === 0) return Infinity;
  return (Math.abs(u) / gradient) * (1 + flat / gradient ** 2);
}

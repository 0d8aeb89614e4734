import type { Mode, Note } from '#src/studio/notes.ts';

/**
 * Returns J_{m−1}(x), J_m(x) and J_{m+1}(x), Bessel functions of the first kind for x ≥ 0, by Miller's backward
 * recurrence J_{k−1} = (2k/x)·J_k − J_{k+1} (DLMF 10.6.1, 3.6), normalised by J_0 + 2(J_2 + J_4 + …) = 1 (DLMF
 * 10.12.4). It starts far enough above m and x that the error is below 1e-14 (m, x ≤ 60). J_{−1} is returned as 0.
 */
function besselsAround(m: number, x: number): readonly [before: number, value: number, after: number] {
  if (x === 0) return [m === 1 ? 1 : 0, m === 0 ? 1 : 0, 0];
  let [before, value, after] = [0, 0, 0];
  let above = 0;
  let here = 1e-300;
  let sum = 0;
  for (let k = 2 * Math.ceil((1.3 * Math.max(m, x) + 20) / 2); k > 0; k -= 1) {
    const below = ((2 * k) / x) * here - above;
    above = here;
    here = below;
    if (Math.abs(here) > 1e200) {
      // Far above the argument the values decrease without limit; only their ratios matter.
      above *= 1e-200;
      here *= 1e-200;
      sum *= 1e-200;
      value *= 1e-200;
      after *= 1e-200;
    }
    if (k === m + 2) after = here;
    else if (k === m + 1) value = here;
    else if (k === m) before = here;
    if (k % 2 === 1) sum += k === 1 ? here : 2 * here;
  }
  return [before / sum, value / sum, after / sum];
}

/** Returns J_m(x) for an integer m ≥ 0 and x ≥ 0. */
export function besselJ(m: number, x: number): number {
  return besselsAround(m, x)[1];
}

/** Returns J_m(x) and its slope J_m′(x) = (J_{m−1} − J_{m+1})/2 (DLMF 10.6.1); J_0′ = −J_1. */
export function besselJAndSlope(m: number, x: number): readonly [value: number, slope: number] {
  const [before, value, after] = besselsAround(m, x);
  return [value, m === 0 ? -after : (before - after) / 2];
}

/** Returns the n-th positive zero j_{m,n} of J_m, n ≥ 1, to about 1e-13: bracketed by a scan, then Newton's method. */
export function besselZero(m: number, n: number): number {
  const step = 0.2;
  let found = 0;
  // J_m has no zero in (0, m], and its zeros are further apart than the step.
  for (let x = Math.max(m, step), here = besselJ(m, x); ; x += step) {
    const next = besselJ(m, x + step);
    if (Math.sign(here) !== Math.sign(next)) found += 1;
    here = next;
    if (found < n) continue;
    let zero = x + step / 2;
    for (let i = 0; i < 8; i += 1) {
      const [value, slope] = besselJAndSlope(m, zero);
      zero -= value / slope;
    }
    return zero;
  }
}

/** A mode and its weight in the sum. */
export interface WeightedMode extends Mode {
  readonly amplitude: number;
}

/** The displacement of the membrane at a point and its gradient there, in units of the radius. */
export interface Displacement {
  readonly u: number;
  readonly gradient: number;
}

/** Returns the displacement at (x, y) for a disc of radius 1 with y pointing down; 0 outside. */
export type Field = (x: number, y: number) => Displacement;

/** A mode along a radius: value and slope, normalised to mean square 1 over the disc. */
export interface RadialProfile {
  /** The mode's wavenumber in units of 1/radius: its zero. */
  readonly zero: number;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

/** The number of intervals of a radial profile. */
export const samples = 1024;

/**
 * Returns J_m(j_mn·r)/N and its slope at `samples` + 1 points from the centre to the rim. N = |J_{m+1}(j_mn)| · (m > 0
 * ? √½ : 1) makes the mean square of the mode 1 over the disc.
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

/** Returns the modes of a note: the primary with weight 1 and the secondary with its own. */
export function modesOf(note: Pick<Note, 'primary' | 'secondary' | 'amplitude'>): readonly WeightedMode[] {
  return [
    { ...note.primary, amplitude: 1 },
    { ...note.secondary, amplitude: note.amplitude },
  ];
}

/**
 * Adds one mode at (x, y) to u, ∂u/∂x and ∂u/∂y in `sum`: a·J_m(j_mn·r)·cos(mθ)/N, θ clockwise from north, so that
 * every figure has a vertical mirror axis. Radial values are interpolated linearly between 1024 samples (error below
 * 1e-4) and extrapolated linearly beyond the rim.
 */
export function addMode(
  sum: Float64Array,
  { value, slope }: RadialProfile,
  { m, amplitude }: Pick<WeightedMode, 'm' | 'amplitude'>,
  x: number,
  y: number,
): void {
  const r = Math.max(Math.sqrt(x * x + y * y), 1e-6);
  const place = Math.min(1, r) * samples;
  const index = Math.min(samples - 1, Math.floor(place));
  const rise = mix(slope, index, place - index);
  const height = mix(value, index, place - index) + rise * Math.max(0, r - 1);
  const angle = m * Math.atan2(x, -y);
  const cos = Math.cos(angle);
  const along = (amplitude * rise * cos) / r;
  const across = (-amplitude * m * height * Math.sin(angle)) / (r * r);
  sum[0] = (sum[0] ?? 0) + amplitude * height * cos;
  sum[1] = (sum[1] ?? 0) + along * x - across * y;
  sum[2] = (sum[2] ?? 0) + along * y + across * x;
}

function mix(values: Float64Array, index: number, rest: number): number {
  const from = values[index] ?? 0;
  return from + ((values[index + 1] ?? from) - from) * rest;
}

/** Returns u(r,θ) = Σ aᵢ · J_mᵢ(j_mᵢnᵢ·r) · cos(mᵢθ) / Nᵢ for a clamped round membrane of radius 1. */
export function fieldOf(modes: readonly WeightedMode[]): Field {
  const parts = modes.map((mode) => ({ mode, profile: radialProfileOf(mode) }));
  const sum = new Float64Array(3);
  return (x, y) => {
    if (Math.hypot(x, y) >= 1) return { u: 0, gradient: 0 };
    sum.fill(0);
    for (const { mode, profile } of parts) addMode(sum, profile, mode, x, y);
    return { u: sum[0] ?? 0, gradient: Math.hypot(sum[1] ?? 0, sum[2] ?? 0) };
  };
}

/** The squared gradient below which the field counts as flat; its mean square is a thousand times as large. */
const flat = 0.3;

/**
 * Returns the distance from a point to the nearest nodal line in units of the radius: |u|/|∇u|, multiplied by (|∇u|² +
 * flat)/|∇u|², so that the centre, where many diameters meet in a flat field, does not count as a line. Infinite
 * outside the plate.
 */
export function nodalDistanceOf({ u, gradient }: Displacement): number {
  if (gradient === 0) return Infinity;
  return (Math.abs(u) / gradient) * (1 + flat / gradient ** 2);
}

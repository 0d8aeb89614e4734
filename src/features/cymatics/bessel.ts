/**
 * Bessel function of the first kind J_m(x), m a whole number ≥ 0, by the trapezoid rule on
 * J_m(x) = (1/π) ∫₀^π cos(mθ − x·sin θ) dθ (DLMF 10.9.2). On a periodic integrand it converges faster than any
 * power; the error is of the order of J_{2N−m}(x), below 1e-15 for the arguments used here (m, x ≤ 60).
 */
export function besselJ(m: number, x: number): number {
  const steps = 96;
  // The ends of the interval count half each.
  let sum = (1 + Math.cos(m * Math.PI)) / 2;
  for (let i = 1; i < steps; i += 1) {
    const theta = (Math.PI * i) / steps;
    sum += Math.cos(m * theta - x * Math.sin(theta));
  }
  return sum / steps;
}

/** J_m′(x), from J_{m−1} and J_{m+1} (DLMF 10.6.1); J_0′ = −J_1. */
export function besselJSlope(m: number, x: number): number {
  return m === 0 ? -besselJ(1, x) : (besselJ(m - 1, x) - besselJ(m + 1, x)) / 2;
}

/** The n-th positive zero j_{m,n} of J_m, n ≥ 1, to about 1e-13: bracketed by a scan, then Newton's method. */
export function besselZero(m: number, n: number): number {
  const step = 0.2;
  let found = 0;
  // J_m has no zero in (0, m], and its zeros lie further apart than the step.
  for (let x = Math.max(m, step); ; x += step) {
    if (Math.sign(besselJ(m, x)) === Math.sign(besselJ(m, x + step))) continue;
    found += 1;
    if (found < n) continue;
    let zero = x + step / 2;
    for (let i = 0; i < 8; i += 1) zero -= besselJ(m, zero) / besselJSlope(m, zero);
    return zero;
  }
}

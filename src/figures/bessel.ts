/**
 * J_{m−1}(x), J_m(x) and J_{m+1}(x), Bessel functions of the first kind for x ≥ 0, by Miller's backward recurrence
 * J_{k−1} = (2k/x)·J_k − J_{k+1} (DLMF 10.6.1, 3.6), normalised by J_0 + 2(J_2 + J_4 + …) = 1 (DLMF 10.12.4).
 * It starts so far above m and x that the error is below 1e-14 (m, x ≤ 60). J_{−1} is given as 0.
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
      // Far above the argument the values shrink without end; only their ratios count.
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

/** J_m(x), m a whole number ≥ 0, x ≥ 0. */
export function besselJ(m: number, x: number): number {
  return besselsAround(m, x)[1];
}

/** J_m(x) and its slope J_m′(x) = (J_{m−1} − J_{m+1})/2 (DLMF 10.6.1); J_0′ = −J_1. */
export function besselJAndSlope(m: number, x: number): readonly [value: number, slope: number] {
  const [before, value, after] = besselsAround(m, x);
  return [value, m === 0 ? -after : (before - after) / 2];
}

/** The n-th positive zero j_{m,n} of J_m, n ≥ 1, to about 1e-13: bracketed by a scan, then Newton's method. */
export function besselZero(m: number, n: number): number {
  const step = 0.2;
  let found = 0;
  // J_m has no zero in (0, m], and its zeros lie further apart than the step.
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

// AssemblyScript, about spectra of pairs: two channels share one transform as its real and imaginary parts.

/**
 * Filters pairs and keeps every second one. `held` holds the last `kept` pairs from before. Returns the number written;
 * `kept` + `count` − 2 · that number are kept then.
 */
export function halvePairs(
  from: usize,
  count: i32,
  held: usize,
  kept: i32,
  taps: usize,
  tapCount: i32,
  to: usize,
): i32 {
  const reach = 2 * tapCount - 1;
  memory.copy(held + ((<usize>kept) << 4), from, (<usize>count) << 4);
  const length = kept + count;
  const half = f64x2.splat(0.5);
  let left = 0;
  let middle = reach;
  for (; middle + reach < length; middle += 2) {
    const here = held + ((<usize>middle) << 4);
    let sum = f64x2.mul(half, v128.load(here));
    let before = here - 16;
    let behind = here + 16;
    for (let tap = 0; tap < tapCount; tap++) {
      const two = f64x2.add(v128.load(before), v128.load(behind));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(taps + ((<usize>tap) << 3)), two));
      before -= 32;
      behind += 32;
    }
    v128.store(to + ((<usize>left) << 4), sum);
    left++;
  }
  memory.copy(held, held + ((<usize>(middle - reach)) << 4), (<usize>(length - middle + reach)) << 4);
  return left;
}

/** Returns the pair that a transform needs at a place, times its window, which is in the same order. */
function windowed(both: usize, window: usize, order: usize): v128 {
  return f64x2.mul(v128.load(both + ((<usize>load<u32>(order)) << 4)), v128.load64_splat(window));
}

/** Windows pairs, puts them in the order of a transform and joins transforms of one point by twos. */
function joinTwos(both: usize, window: usize, order: usize, re: usize, im: usize, size: i32): void {
  for (let i = 0; i < size; i += 2) {
    const a = windowed(both, window, order);
    const b = windowed(both, window + 8, order + 4);
    const sum = f64x2.add(a, b);
    const difference = f64x2.sub(a, b);
    v128.store(re, v128.shuffle<f64>(sum, difference, 0, 2));
    v128.store(im, v128.shuffle<f64>(sum, difference, 1, 3));
    window += 16;
    order += 8;
    re += 16;
    im += 16;
  }
}

/** The same by fours. */
function joinOnes(both: usize, window: usize, order: usize, re: usize, im: usize, size: i32): void {
  const turn = f64x2(1, -1);
  for (let i = 0; i < size; i += 4) {
    const a = windowed(both, window, order);
    const b = windowed(both, window + 8, order + 4);
    const c = windowed(both, window + 16, order + 8);
    const d = windowed(both, window + 24, order + 12);
    const even = f64x2.add(a, b);
    const odd = f64x2.sub(a, b);
    const sum = f64x2.add(c, d);
    const left = f64x2.sub(c, d);
    const turned = f64x2.mul(v128.shuffle<f64>(left, left, 1, 0), turn);
    const first = f64x2.add(even, sum);
    const second = f64x2.add(odd, turned);
    const third = f64x2.sub(even, sum);
    const fourth = f64x2.sub(odd, turned);
    v128.store(re, v128.shuffle<f64>(first, second, 0, 2));
    v128.store(re, v128.shuffle<f64>(third, fourth, 0, 2), 16);
    v128.store(im, v128.shuffle<f64>(first, second, 1, 3));
    v128.store(im, v128.shuffle<f64>(third, fourth, 1, 3), 16);
    window += 32;
    order += 16;
    re += 32;
    im += 32;
  }
}

/** Joins transforms of `quarter` points by fours, two points at a time. `turns` are the cosines and sines of each. */
function joinFours(re: usize, im: usize, size: i32, quarter: i32, turns: usize): void {
  const step = (<usize>quarter) << 3;
  for (let base = 0; base < size; base += 4 * quarter) {
    let turn = turns;
    let real = re + ((<usize>base) << 3);
    let imaginary = im + ((<usize>base) << 3);
    for (let offset = 0; offset < quarter; offset += 2) {
      const ar = v128.load(real);
      const ai = v128.load(imaginary);
      let c = v128.load(turn, 32);
      let s = v128.load(turn, 48);
      let xr = v128.load(real + step);
      let xi = v128.load(imaginary + step);
      const br = f64x2.add(f64x2.mul(xr, c), f64x2.mul(xi, s));
      const bi = f64x2.sub(f64x2.mul(xi, c), f64x2.mul(xr, s));
      c = v128.load(turn);
      s = v128.load(turn, 16);
      xr = v128.load(real + 2 * step);
      xi = v128.load(imaginary + 2 * step);
      const cr = f64x2.add(f64x2.mul(xr, c), f64x2.mul(xi, s));
      const ci = f64x2.sub(f64x2.mul(xi, c), f64x2.mul(xr, s));
      c = v128.load(turn, 64);
      s = v128.load(turn, 80);
      xr = v128.load(real + 3 * step);
      xi = v128.load(imaginary + 3 * step);
      const dr = f64x2.add(f64x2.mul(xr, c), f64x2.mul(xi, s));
      const di = f64x2.sub(f64x2.mul(xi, c), f64x2.mul(xr, s));
      const evenR = f64x2.add(ar, br);
      const evenI = f64x2.add(ai, bi);
      const oddR = f64x2.sub(ar, br);
      const oddI = f64x2.sub(ai, bi);
      const sumR = f64x2.add(cr, dr);
      const sumI = f64x2.add(ci, di);
      const leftR = f64x2.sub(cr, dr);
      const leftI = f64x2.sub(ci, di);
      v128.store(real, f64x2.add(evenR, sumR));
      v128.store(imaginary, f64x2.add(evenI, sumI));
      v128.store(real + step, f64x2.add(oddR, leftI));
      v128.store(imaginary + step, f64x2.sub(oddI, leftR));
      v128.store(real + 2 * step, f64x2.sub(evenR, sumR));
      v128.store(imaginary + 2 * step, f64x2.sub(evenI, sumI));
      v128.store(real + 3 * step, f64x2.sub(oddR, leftI));
      v128.store(imaginary + 3 * step, f64x2.add(oddI, leftR));
      turn += 96;
      real += 16;
      imaginary += 16;
    }
  }
}

/**
 * Transforms windowed pairs (see `createFft`). `order` holds the place of each, `window` its weight in that order, and
 * `turns` the cosines and sines of all stages.
 */
export function transform(
  both: usize,
  window: usize,
  order: usize,
  re: usize,
  im: usize,
  size: i32,
  isOdd: i32,
  turns: usize,
): void {
  if (isOdd) joinTwos(both, window, order, re, im, size);
  else joinOnes(both, window, order, re, im, size);
  for (let quarter = isOdd ? 2 : 4; quarter < size; quarter <<= 2) {
    joinFours(re, im, size, quarter, turns);
    turns += <usize>(quarter >> 1) * 96;
  }
}

/** Adds the power of both channels in each bin, times `gain`: that of bins k and −k. */
export function addPowers(re: usize, im: usize, size: i32, gain: f64, powers: usize): void {
  for (let bin = 1; bin < size >> 1; bin++) {
    const at = (<usize>bin) << 3;
    const mirrored = (<usize>(size - bin)) << 3;
    const a = load<f64>(re + at);
    const b = load<f64>(im + at);
    const c = load<f64>(re + mirrored);
    const d = load<f64>(im + mirrored);
    store<f64>(powers + at, load<f64>(powers + at) + (a * a + b * b + c * c + d * d) * gain);
  }
}

/** Writes the largest power of each row; `rows` holds its first and its last bin. */
export function largestOfRows(powers: usize, rows: usize, count: i32, out: usize): void {
  for (let row = 0; row < count; row++) {
    const last = load<u32>(rows, 4);
    let most: f64 = 0;
    for (let bin = load<u32>(rows); bin <= last; bin++) {
      const power = load<f64>(powers + ((<usize>bin) << 3));
      if (power > most) most = power;
    }
    store<f64>(out, most);
    rows += 8;
    out += 8;
  }
}

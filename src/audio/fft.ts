/** The cosine and sine of each point's share of a full turn. */
type Turns = { readonly cos: Float64Array; readonly sin: Float64Array };

/** Joins two transforms of one point. */
function joinPairs(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let low = 0; low < size; low += 2) {
    const lr = re[low] as number;
    const li = im[low] as number;
    const hr = re[low + 1] as number;
    const hi = im[low + 1] as number;
    re[low + 1] = lr - hr;
    im[low + 1] = li - hi;
    re[low] = lr + hr;
    im[low] = li + hi;
  }
}

/**
 * Joins four transforms of `quarter` points each. Uses one constant per line, because destructuring temporary arrays
 * takes four times as long.
 */
function joinFours(re: Float64Array, im: Float64Array, { cos, sin }: Turns, quarter: number): void {
  const size = re.length;
  const step = size / (4 * quarter);
  for (let offset = 0; offset < quarter; offset += 1) {
    const turn1 = offset * step;
    const turn2 = 2 * offset * step;
    const turn3 = 3 * offset * step;
    const c1 = cos[turn1] as number;
    const s1 = sin[turn1] as number;
    const c2 = cos[turn2] as number;
    const s2 = sin[turn2] as number;
    const c3 = cos[turn3] as number;
    const s3 = sin[turn3] as number;
    for (let a = offset; a < size; a += 4 * quarter) {
      const b = a + quarter;
      const c = b + quarter;
      const d = c + quarter;
      const ar = re[a] as number;
      const ai = im[a] as number;
      const xr = re[b] as number;
      const xi = im[b] as number;
      const br = xr * c2 + xi * s2;
      const bi = xi * c2 - xr * s2;
      const yr = re[c] as number;
      const yi = im[c] as number;
      const cr = yr * c1 + yi * s1;
      const ci = yi * c1 - yr * s1;
      const zr = re[d] as number;
      const zi = im[d] as number;
      const dr = zr * c3 + zi * s3;
      const di = zi * c3 - zr * s3;
      const evenR = ar + br;
      const evenI = ai + bi;
      const oddR = ar - br;
      const oddI = ai - bi;
      const sumR = cr + dr;
      const sumI = ci + di;
      const leftR = cr - dr;
      const leftI = ci - di;
      re[a] = evenR + sumR;
      im[a] = evenI + sumI;
      re[b] = oddR + leftI;
      im[b] = oddI - leftR;
      re[c] = evenR - sumR;
      im[c] = evenI - sumI;
      re[d] = oddR - leftI;
      im[d] = oddI + leftR;
    }
  }
}

/**
 * Returns an in-place discrete Fourier transform of `size` complex points (a power of two): radix 4, plus one radix-2
 * stage if needed (Cooley and Tukey). The tables are computed once.
 */
export function createFft(size: number) {
  const bits = Math.log2(size);
  if (!Number.isInteger(bits) || bits < 1) throw new Error('The size of a transform is a power of two');
  const partsOf = (part: (radians: number) => number) =>
    Float64Array.from({ length: size }, (_, index) => part((2 * Math.PI * index) / size));
  const turns = { cos: partsOf(Math.cos), sin: partsOf(Math.sin) };
  const mirrored = new Uint32Array(size);
  for (let index = 1; index < size; index += 1)
    mirrored[index] = ((mirrored[index >> 1] as number) >> 1) | ((index & 1) << (bits - 1));

  function reorder(values: Float64Array): void {
    for (let index = 0; index < size; index += 1) {
      const other = mirrored[index] as number;
      if (other <= index) continue;
      const kept = values[index] as number;
      values[index] = values[other] as number;
      values[other] = kept;
    }
  }

  /** Transforms in place; swap the two arguments for the inverse, scaled by `size`. */
  return function transform(re: Float64Array, im: Float64Array): void {
    reorder(re);
    reorder(im);
    let quarter = 1;
    if (bits % 2 === 1) {
      joinPairs(re, im);
      quarter = 2;
    }
    for (; quarter < size; quarter *= 4) joinFours(re, im, turns, quarter);
  };
}

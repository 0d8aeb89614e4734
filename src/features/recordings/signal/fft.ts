/**
 * A discrete Fourier transform of `size` complex points (a power of two), in place: radix 2, after Cooley and Tukey. The tables
 * are made once.
 */
export function createFft(size: number) {
  const bits = Math.log2(size);
  if (!Number.isInteger(bits) || bits < 1) throw new Error('The size of a transform is a power of two');
  const cos = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, index) => Math.sin((2 * Math.PI * index) / size));
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

  /** The first stage, which turns nothing. */
  function joinPairs(re: Float64Array, im: Float64Array): void {
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

  /** Transforms; exchange the two arguments for the inverse, which is then `size` times as large. */
  return function transform(re: Float64Array, im: Float64Array): void {
    reorder(re);
    reorder(im);
    joinPairs(re, im);
    for (let half = 2, step = size / 4; half < size; half *= 2, step /= 2) {
      for (let start = 0; start < size; start += 2 * half) {
        for (let offset = 0; offset < half; offset += 1) {
          const low = start + offset;
          const high = low + half;
          const c = cos[offset * step] as number;
          const s = sin[offset * step] as number;
          const hr = re[high] as number;
          const hi = im[high] as number;
          const turnedRe = hr * c + hi * s;
          const turnedIm = hi * c - hr * s;
          const lr = re[low] as number;
          const li = im[low] as number;
          re[high] = lr - turnedRe;
          im[high] = li - turnedIm;
          re[low] = lr + turnedRe;
          im[low] = li + turnedIm;
        }
      }
    }
  };
}

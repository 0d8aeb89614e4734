import { createFft } from '../fft.ts';

/** A shift that was found. */
export type FoundShift = {
  /** Sample of `within` at which the block's first sample lies. */
  readonly at: number;
  /** How much of both is the same there: 1 for all of it, about 0 for nothing. */
  readonly likeness: number;
  readonly isInverted: boolean;
};

// A bin this far below the mean of a spectrum is rounding noise, and its phase means nothing.
const floorOfMean = 1e-4;

const favour = 1.5;

/**
 * Finds a block in a longer piece by phase-weighted cross-correlation (GCC-PHAT, Knapp and Carter 1976): each frequency counts
 * by its phase alone, so that equalising, limiting and level do not matter. `size` is that of both, a power of two; a shorter
 * block is followed by zeros.
 */
export function createPhaseCorrelation(size: number) {
  const transform = createFft(size);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  const [crossRe, crossIm] = [new Float64Array(size), new Float64Array(size)];

  // Two real signals go through one complex transform.
  function crossSpectrum(): void {
    transform(re, im);
    let total = 0;
    for (let bin = 0; bin < size; bin += 1) {
      const mirror = (size - bin) & (size - 1);
      const ar = re[bin] as number;
      const ai = im[bin] as number;
      const br = re[mirror] as number;
      const bi = im[mirror] as number;
      const blockRe = (ar + br) / 2;
      const blockIm = (ai - bi) / 2;
      const withinRe = (ai + bi) / 2;
      const withinIm = (br - ar) / 2;
      const crossR = withinRe * blockRe + withinIm * blockIm;
      const crossI = withinIm * blockRe - withinRe * blockIm;
      crossRe[bin] = crossR;
      crossIm[bin] = crossI;
      total += Math.hypot(crossR, crossI);
    }
    const floor = (total / size) * floorOfMean + Number.MIN_VALUE;
    for (let bin = 0; bin < size; bin += 1) {
      const weight = 1 / (Math.hypot(crossRe[bin] as number, crossIm[bin] as number) + floor) / size;
      crossRe[bin] = (crossRe[bin] as number) * weight;
      crossIm[bin] = (crossIm[bin] as number) * weight;
    }
  }

  /**
   * Looks at the shifts from `first` to `last`, both included; a negative one lies before the start of `within`. Where a sound
   * repeats itself, the shift that is `favoured` is taken before others that are somewhat more alike.
   */
  return function find(
    block: Float32Array,
    within: Float32Array,
    { first, last, favoured }: { readonly first: number; readonly last: number; readonly favoured: number },
  ): FoundShift {
    re.fill(0);
    im.fill(0);
    re.set(block);
    im.set(within);
    crossSpectrum();
    transform(crossIm, crossRe);
    const valueAt = (shift: number) => crossRe[(shift + size) & (size - 1)] as number;
    const strongestOf = (from: number, to: number) => {
      let at = from;
      for (let shift = from + 1; shift <= to; shift += 1)
        if (Math.abs(valueAt(shift)) > Math.abs(valueAt(at))) at = shift;
      return at;
    };
    const anywhere = strongestOf(first, last);
    const near = strongestOf(favoured - 2, favoured + 2);
    const isNear = Math.abs(valueAt(near)) * favour >= Math.abs(valueAt(anywhere));
    const at = isNear ? near : anywhere;
    return { at, likeness: Math.abs(valueAt(at)), isInverted: valueAt(at) < 0 };
  };
}

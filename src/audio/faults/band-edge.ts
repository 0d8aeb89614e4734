import type { Kernels } from '../kernels/plain-kernels.ts';
import { history } from '../pieces.ts';

const size = 2048;
/** One window per this many frames; the spectrum is averaged over the whole sound. */
const everyFrames = 16_384;
/** −70 dBFS: quieter windows are dominated by dither. */
const leastPower = 1e-7;

// Blackman-Harris: leakage is 92 dB below a tone, so it does not mask or create an edge.
const window = Float64Array.from({ length: size }, (_, k) => {
  const angle = (2 * Math.PI * k) / size;
  return 0.35875 - 0.48829 * Math.cos(angle) + 0.14128 * Math.cos(2 * angle) - 0.01168 * Math.cos(3 * angle);
});

const leastEdgeHz = 10_000;
/** Closer to half the sample rate, every converter's filter leaves an edge. */
const mostOfHalf = 0.9;
const belowHz = 1200;
const gapHz = 400;
const leastDropDb = 20;

const quantile = (values: Float64Array, share: number) =>
  values.toSorted()[Math.floor((values.length - 1) * share)] ?? 0;

/**
 * Returns the frequency in hertz of a spectrum's steep upper edge; null if it has none. `powers` holds the power of
 * each bin.
 */
function edgeOf(powers: Float64Array, rateHz: number): number | null {
  const binHz = rateHz / size;
  const levels = powers.map((power) => 10 * Math.log10(power + 1e-20));
  const half = rateHz / 2;
  const end = Math.floor((0.98 * half) / binHz);
  let best = { hz: 0, db: leastDropDb };
  for (let hz = leastEdgeHz; hz < mostOfHalf * half; hz += 100) {
    const binOf = (at: number) => Math.round(at / binHz);
    // Requires sound right up to the edge and none above it.
    const below = quantile(levels.subarray(binOf(hz - belowHz), binOf(hz - gapHz / 2)), 0.15);
    const above = quantile(levels.subarray(binOf(hz + gapHz / 2), end), 0.97);
    if (below - above > best.db) best = { hz, db: below - above };
  }
  return best.hz > 0 ? best.hz : null;
}

/** Detects a steep edge well below half the sample rate, as left by lossy coding and lower sample rates. */
export function createBandEdgeFinder(rateHz: number, kernels: Kernels) {
  const addPowers = kernels.createPairSpectrum(size, window);
  /** The samples of a section, each beside a zero. */
  const section = kernels.doubles(2 * size);
  const powers = kernels.doubles(size / 2);
  let at = 0;
  let windows = 0;

  function addWindow() {
    let power = 0;
    for (let k = 0; k < 2 * size; k += 2) power += ((section[k] as number) * (section[k] as number)) / size;
    if (power < leastPower) return;
    addPowers(section, 0.5 / power, powers);
    windows += 1;
  }

  return {
    add(line: Float64Array, count: number) {
      for (let index = 0; index < count;) {
        const place = at % everyFrames;
        if (place >= size) {
          const skip = Math.min(count - index, everyFrames - place);
          index += skip;
          at += skip;
          continue;
        }
        const taken = Math.min(count - index, size - place);
        for (let k = 0; k < taken; k++) section[2 * (place + k)] = line[history + index + k] as number;
        index += taken;
        at += taken;
        if (place + taken === size) addWindow();
      }
    },
    edgeHz: () => (windows < 3 ? null : edgeOf(powers, rateHz)),
  };
}

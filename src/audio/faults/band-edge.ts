import { createFft } from '../fft.ts';
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
export function createBandEdgeFinder(rateHz: number) {
  const transform = createFft(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const powers = new Float64Array(size / 2);
  let at = 0;
  let windows = 0;

  function addWindow() {
    let power = 0;
    for (let k = 0; k < size; k++) power += ((real[k] ?? 0) * (real[k] ?? 0)) / size;
    if (power < leastPower) return;
    for (let k = 0; k < size; k++) real[k] = (real[k] ?? 0) * (window[k] ?? 0);
    imaginary.fill(0);
    transform(real, imaginary);
    for (let k = 0; k < size / 2; k++) {
      const r = real[k] ?? 0;
      const i = imaginary[k] ?? 0;
      powers[k] = (powers[k] ?? 0) + (r * r + i * i) / power;
    }
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
        real.set(line.subarray(history + index, history + index + taken), place);
        index += taken;
        at += taken;
        if (place + taken === size) addWindow();
      }
    },
    edgeHz: () => (windows < 3 ? null : edgeOf(powers, rateHz)),
  };
}

import { createDecimator } from './decimator.ts';
import { periodOf } from './period.ts';
import { createSimilarity } from './similarity.ts';

/** The pitch found in the last 64 ms. */
export interface PitchFrame {
  /** Fundamental frequency; 0 when nothing in the signal repeats. */
  readonly hz: number;
  /** How exactly the signal repeats, 0 to 1: about signal / (signal + noise). */
  readonly clarity: number;
  /** Root mean square of the last 20 ms in dB below full scale. */
  readonly levelDb: number;
  /** The shape of its spectrum (`colourOf`), from lags up to a millisecond. */
  readonly colour: Float32Array;
}

/** Time from one frame to the next. */
export const hopMs = 10;
/** A tone below the lowest bass's C2. With the hops of one curve its period spans about 64 ms. */
const lowestHz = 62;

/**
 * The colour of a sound: the first `count` lags of its normalised autocorrelation after pre-emphasis, worked out from
 * the curve of the plain signal. It hardly depends on pitch or loudness, and moves from one vowel to the next.
 */
function colourOf(curve: Float64Array, count: number): Float32Array {
  const at = (lag: number) => curve[lag] ?? 0;
  const scale = 2 * (at(0) - at(1)) + 0.001;
  return Float32Array.from({ length: count }, (_, lag) => (2 * at(lag + 1) - at(lag) - at(lag + 2)) / scale);
}

/** Tells the pitch of a stream of samples at any rate, every 10 ms, from `lowestHz` to about 4 kHz. */
export function createPitchTracker(sampleRateHz: number, onFrame: (frame: PitchFrame) => void) {
  const decimator = createDecimator(sampleRateHz);
  const { rateHz } = decimator;
  const similarity = createSimilarity(Math.round((rateHz * hopMs) / 1000), Math.ceil(rateHz / lowestHz) + 2);
  const colourLags = Math.round(rateHz / 1000);
  let lastPower = 0;

  function take(sample: number): void {
    const power = similarity.push(sample);
    if (power === undefined) return;
    const levelDb = 10 * Math.log10((power + lastPower) / 2 + 1e-12);
    lastPower = power;
    const { period, clarity } = periodOf(similarity.curve);
    onFrame({
      hz: period && rateHz / period,
      clarity,
      levelDb,
      colour: colourOf(similarity.curve, colourLags),
    });
  }

  return { push: (samples: Float32Array): void => decimator.push(samples, take) };
}

import { colourOf } from '#src/features/cymatics/plate/colour.ts';
import { createDecimator } from './decimator.ts';
import { periodOf } from './period.ts';
import { createSimilarity } from './similarity.ts';

/** What was heard in the last 64 ms. */
export interface PitchFrame {
  /** Fundamental frequency; 0 when nothing in the signal repeats. */
  readonly hz: number;
  /** How exactly the signal repeats, 0 to 1: about signal / (signal + noise). */
  readonly clarity: number;
  /** Root mean square of the last 20 ms in dB below full scale. */
  readonly levelDb: number;
  /** The shape of its spectrum (colour.ts), from lags up to a millisecond. */
  readonly colour: Float32Array;
}

/** Time from one frame to the next. */
export const hopMs = 10;
/** A tone below the lowest bass's C2. With the hops of one curve its period spans about 64 ms. */
const lowestHz = 62;

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

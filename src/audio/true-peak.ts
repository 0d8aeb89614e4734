const tapsPerPhase = 12;
const blockFrames = 256;

/** Oversampling factor: peaks between samples matter less the closer the samples are (BS.1770-5, annex 2). */
const oversamplingAt = (rateHz: number) => (rateHz < 96_000 ? 4 : rateHz < 192_000 ? 2 : 1);

/** The phases between two samples of a windowed sinc, each of `tapsPerPhase` taps that add up to 1. */
function phasesOf(factor: number): readonly Float64Array[] {
  const half = tapsPerPhase / 2;
  return Array.from({ length: factor - 1 }, (_, phase) => {
    const taps = Float64Array.from({ length: tapsPerPhase }, (_tap, tap) => {
      const x = tap + 1 - half - (phase + 1) / factor;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / half);
      return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
    });
    const sum = taps.reduce((all, tap) => all + tap, 0);
    return taps.map((tap) => tap / sum);
  });
}

export type TruePeakMeter = {
  readonly add: (samples: Float64Array, count: number) => void;
  /** The largest sample so far, 1 at full scale. */
  readonly samplePeak: () => number;
  /** The largest value between samples so far, never below `samplePeak`. */
  readonly truePeak: () => number;
};

/** Returns the largest value between the two middle samples of `tapsPerPhase` samples from `at`. */
function largestBetween(phases: readonly Float64Array[], line: Float64Array, at: number): number {
  let largest = 0;
  for (const taps of phases) {
    let value = 0;
    for (let tap = 0; tap < tapsPerPhase; tap++) value += (line[at + tap] as number) * (taps[tap] as number);
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  return largest;
}

/** The index of the earlier of the two middle samples. */
const middle = tapsPerPhase / 2 - 1;

/**
 * Maximum gain between two samples relative to the largest sample: contributed by those two, and by their neighbours.
 */
function gainsOf(phases: readonly Float64Array[]) {
  const largest = (isMeant: (tap: number) => boolean) =>
    Math.max(
      0,
      ...phases.map((taps) => taps.reduce((sum, tap, at) => (isMeant(at) ? sum + Math.abs(tap) : sum), 0)),
    );
  const isInside = (tap: number) => tap === middle || tap === middle + 1;
  return { inside: largest(isInside), around: largest((tap) => !isInside(tap)) };
}

/** Finds the largest value of one channel between its samples. */
export function createTruePeakMeter(rateHz: number): TruePeakMeter {
  const phases = phasesOf(oversamplingAt(rateHz));
  const gains = gainsOf(phases);
  /** The last samples of the previous block, then the current block. */
  const line = new Float64Array(tapsPerPhase - 1 + blockFrames);
  let peakBefore = 0;
  let samplePeak = 0;
  let truePeak = 0;

  /** Only computes values that can be a new peak given the surrounding samples. */
  function search(count: number, peakAround: number) {
    let most = truePeak;
    for (let at = 0; at < count; at++) {
      const before = Math.abs(line[at + middle] as number);
      const behind = Math.abs(line[at + middle + 1] as number);
      const nearest = before > behind ? before : behind;
      if (gains.inside * nearest + gains.around * peakAround <= most) continue;
      const between = largestBetween(phases, line, at);
      if (between > most) most = between;
    }
    truePeak = most;
  }

  function addBlock(samples: Float64Array, from: number, count: number) {
    let peak = 0;
    for (let index = 0; index < count; index++) {
      const sample = samples[from + index] as number;
      line[tapsPerPhase - 1 + index] = sample;
      const size = Math.abs(sample);
      if (size > peak) peak = size;
    }
    if (peak > samplePeak) samplePeak = peak;
    if (peak > truePeak) truePeak = peak;
    const peakAround = Math.max(peak, peakBefore);
    if ((gains.inside + gains.around) * peakAround > truePeak) search(count, peakAround);
    // A block may be shorter than the filter's overlap.
    peakBefore = count < tapsPerPhase ? peakAround : peak;
    line.copyWithin(0, count, count + tapsPerPhase - 1);
  }

  return {
    add(samples, count) {
      for (let from = 0; from < count; from += blockFrames)
        addBlock(samples, from, Math.min(blockFrames, count - from));
    },
    samplePeak: () => samplePeak,
    truePeak: () => truePeak,
  };
}

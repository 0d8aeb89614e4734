const tapsPerPhase = 12;

/** How many points stand in for a sample: the peak between samples matters less the closer they are (BS.1770-5, annex 2). */
const oversamplingAt = (rateHz: number) => (rateHz < 96_000 ? 4 : rateHz < 192_000 ? 2 : 1);

/** The phases between two samples of a windowed sinc, each of `tapsPerPhase` taps that add up to 1. */
function phasesOf(factor: number): readonly Float64Array[] {
  const middle = tapsPerPhase / 2;
  return Array.from({ length: factor - 1 }, (_, phase) => {
    const taps = Float64Array.from({ length: tapsPerPhase }, (_tap, tap) => {
      const x = tap + 1 - middle - (phase + 1) / factor;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / middle);
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

/** The largest value between the samples in the middle of the last ones, which begin at `at`. */
function largestBetween(phases: readonly Float64Array[], recent: Float64Array, at: number): number {
  let largest = 0;
  for (const taps of phases) {
    let value = 0;
    for (let tap = 0; tap < tapsPerPhase; tap++) value += (recent[at + tap] ?? 0) * (taps[tap] ?? 0);
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  return largest;
}

/** Finds the largest value of one channel between its samples. */
export function createTruePeakMeter(rateHz: number): TruePeakMeter {
  const phases = phasesOf(oversamplingAt(rateHz));
  // No value between samples is larger than this many times the largest sample around it.
  const largestGain = Math.max(1, ...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
  // Written twice, so that the last samples always lie in one piece.
  const recent = new Float64Array(2 * tapsPerPhase);
  let at = 0;
  let quietFor = 0;
  let samplePeak = 0;
  let between = 0;
  return {
    add(samples, count) {
      for (let index = 0; index < count; index++) {
        const sample = samples[index] ?? 0;
        recent[at] = sample;
        recent[at + tapsPerPhase] = sample;
        at = at + 1 === tapsPerPhase ? 0 : at + 1;
        const size = Math.abs(sample);
        if (size > samplePeak) samplePeak = size;
        // Only around a sample that could make a new peak is there anything to reckon.
        quietFor = size * largestGain > Math.max(samplePeak, between) ? 0 : quietFor + 1;
        if (quietFor < tapsPerPhase) between = Math.max(between, largestBetween(phases, recent, at));
      }
    },
    samplePeak: () => samplePeak,
    truePeak: () => Math.max(samplePeak, between),
  };
}

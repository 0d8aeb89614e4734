/** Amplitude and phase of a sinusoid near `hz` around sample `centre`, through a Hann window of `width` samples. */
function demodulate(samples: readonly number[], rate: number, hz: number, centre: number, width: number) {
  let real = 0;
  let imaginary = 0;
  let weights = 0;
  const first = Math.round(centre - width / 2);
  for (let i = 0; i < width; i += 1) {
    const weight = 1 - Math.cos((2 * Math.PI * (i + 0.5)) / width);
    const angle = (2 * Math.PI * hz * (first + i)) / rate;
    const sample = samples[first + i] ?? 0;
    real += weight * sample * Math.cos(angle);
    imaginary -= weight * sample * Math.sin(angle);
    weights += weight;
  }
  return { amplitude: (2 * Math.hypot(real, imaginary)) / weights, phase: Math.atan2(imaginary, real) };
}

/**
 * Frequency of a single decaying sine, by regression of its phase over `[fromS, toS]`; `hz` is a guess within 20 Hz.
 */
export function frequencyOf(
  samples: readonly number[],
  rate: number,
  hz: number,
  [fromS, toS]: readonly [number, number],
): number {
  const hopS = 0.01;
  const count = Math.floor((toS - fromS) / hopS);
  let turns = 0;
  let before = 0;
  const points = Array.from({ length: count }, (_, i) => {
    const timeS = fromS + i * hopS;
    const { phase, amplitude } = demodulate(samples, rate, hz, timeS * rate, Math.round(rate * 0.02));
    if (i > 0) turns += Math.round((before - phase) / (2 * Math.PI));
    before = phase;
    return { timeS, phase: phase + turns * 2 * Math.PI, weight: amplitude ** 2 };
  });
  const sum = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((total, point) => total + point.weight * of(point), 0);
  const all = sum(() => 1);
  const meanS = sum(({ timeS }) => timeS) / all;
  const mean = sum(({ phase }) => phase) / all;
  const slope =
    sum(({ timeS, phase }) => (timeS - meanS) * (phase - mean)) / sum(({ timeS }) => (timeS - meanS) ** 2);
  return hz + slope / (2 * Math.PI);
}

/** Amplitude of the sine near `hz` at `atS`, over two of its cycles. */
export function amplitudeAt(samples: readonly number[], rate: number, hz: number, atS: number): number {
  return demodulate(samples, rate, hz, atS * rate, Math.round((4 * rate) / hz)).amplitude;
}

/** The largest magnitude, from sample `from` on. */
export function peakOf(samples: readonly number[], from = 0, to = samples.length): number {
  let peak = 0;
  for (let i = Math.max(0, Math.round(from)); i < Math.min(to, samples.length); i += 1)
    peak = Math.max(peak, Math.abs(samples[i] ?? 0));
  return peak;
}

/**
 * Measures how abrupt a recording is: its largest second difference, as a multiple of that of a steady sine of `hz` and
 * `amplitude`. A sine under a smooth envelope stays near 1; a sine cut off at its crest reaches hundreds.
 */
export function clickIndex(samples: readonly number[], rate: number, hz: number, amplitude: number): number {
  let largest = 0;
  for (let i = 1; i < samples.length - 1; i += 1) {
    const bend = (samples[i - 1] ?? 0) - 2 * (samples[i] ?? 0) + (samples[i + 1] ?? 0);
    largest = Math.max(largest, Math.abs(bend));
  }
  return largest / (amplitude * ((2 * Math.PI * hz) / rate) ** 2);
}

/** Samples at a lower rate, and that rate. */
export interface Decimator {
  readonly rateHz: number;
  /** Filters `samples` and calls `take` for each sample of the lower rate. */
  push(samples: Float32Array, take: (sample: number) => void): void;
}

/** Rumble and mains hum below this are no voice. */
const highPassHz = 60;

/** Low-pass at 0.42 of the lower rate: windowed sinc (Hamming), 16 taps per step, gain 1 at 0 Hz. */
function kernelOf(factor: number): Float64Array {
  const half = 8 * factor;
  const cutoff = 0.84 / factor;
  const kernel = Float64Array.from({ length: 2 * half + 1 }, (_, i) => {
    const x = Math.PI * cutoff * (i - half);
    return (x === 0 ? 1 : Math.sin(x) / x) * (0.54 + 0.46 * Math.cos((Math.PI * (i - half)) / half));
  });
  const sum = kernel.reduce((total, tap) => total + tap, 0);
  return kernel.map((tap) => tap / sum);
}

/**
 * Brings audio at any rate down to about 16 kHz (a whole fraction of it): anti-aliasing filter, every n-th
 * sample, then two one-pole high-passes.
 */
export function createDecimator(sampleRateHz: number): Decimator {
  const factor = Math.max(1, Math.round(sampleRateHz / 16_000));
  const rateHz = sampleRateHz / factor;
  const kernel = kernelOf(factor);
  // Every sample is written twice, so that the newest `kernel.length` ones always lie in one piece.
  const { length } = kernel;
  const recent = new Float64Array(2 * length);
  const pole = Math.exp((-2 * Math.PI * highPassHz) / rateHz);
  let [input, once, twice] = [0, 0, 0];
  let at = 0;
  let wait = factor;

  function highPassed(sample: number): number {
    const first = sample - input + pole * once;
    twice = first - once + pole * twice;
    input = sample;
    once = first;
    return twice;
  }

  return {
    rateHz,
    push(samples, take) {
      for (const sample of samples) {
        recent[at] = sample;
        recent[at + length] = sample;
        at = (at + 1) % length;
        wait -= 1;
        if (wait > 0) continue;
        wait = factor;
        let sum = 0;
        for (let i = 0; i < length; i += 1) sum += (kernel[i] as number) * (recent[at + i] as number);
        take(highPassed(sum));
      }
    },
  };
}

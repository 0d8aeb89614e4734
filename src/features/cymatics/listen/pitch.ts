/** The hops whose products make up one curve. */
const hopsPerCurve = 5;

/**
 * McLeod's normalised square difference function of a stream, 2·Σx(t)x(t−τ) / Σ(x(t)² + x(t−τ)²), by lag τ in samples:
 * 1 if the stream repeats, 0 if it is unrelated to its past. The products of each hop with its past are computed once
 * and summed over the last five hops, a fifth of the work of computing every curve anew.
 */
function createSimilarity(hop: number, lags: number) {
  /** The past up to the longest lag, followed by the newest hop. */
  const recent = new Float64Array(lags + hop);
  const hops = Array.from({ length: hopsPerCurve }, () => ({
    products: new Float64Array(lags),
    powers: new Float64Array(lags),
  }));
  const curve = new Float64Array(lags);
  let filled = 0;

  /** The squares of `recent`. */
  const squares = new Float64Array(lags + hop);

  function correlate({ products, powers }: (typeof hops)[number]): void {
    for (let i = 0; i < lags + hop; i += 1) squares[i] = (recent[i] as number) ** 2;
    let power = 0;
    for (let i = lags; i < lags + hop; i += 1) power += squares[i] as number;
    for (let lag = 0; lag < lags; lag += 1) {
      let product = 0;
      for (let i = lags; i < lags + hop; i += 1)
        product += (recent[i] as number) * (recent[i - lag] as number);
      products[lag] = product;
      // For the next lag, the hop loses its last sample and gains one before its first.
      powers[lag] = Math.max(0, power);
      power += (squares[lags - lag - 1] as number) - (squares[lags + hop - lag - 1] as number);
    }
  }

  function sumUp(): void {
    let power = 0;
    for (const { powers } of hops) power += powers[0] as number;
    for (let lag = 0; lag < lags; lag += 1) {
      let product = 0;
      let shifted = 0;
      for (const { products, powers } of hops) {
        product += products[lag] as number;
        shifted += powers[lag] as number;
      }
      curve[lag] = power + shifted > 0 ? (2 * product) / (power + shifted) : 0;
    }
  }

  return {
    /** The curve after the last full hop. */
    curve,
    /** Adds a sample. Returns the mean power of the hop that it completes, else undefined. */
    push(sample: number): number | undefined {
      recent[lags + filled] = sample;
      filled += 1;
      if (filled < hop) return undefined;
      filled = 0;
      const oldest = hops.shift();
      if (!oldest) throw new Error('The hop is missing');
      hops.push(oldest);
      correlate(oldest);
      sumUp();
      recent.copyWithin(0, hop);
      return (oldest.powers[0] ?? 0) / hop;
    },
  };
}

/** McLeod's k: the first peak of at least this share of the highest one is the period. */
const keyShare = 0.85;

/**
 * Returns the vertex of the parabola through three neighbouring values: its offset from the middle one, −0.5 to 0.5,
 * and its height.
 */
function vertexOf(before: number, at: number, after: number): { offset: number; height: number } {
  const bend = before - 2 * at + after;
  if (bend >= 0) return { offset: 0, height: at };
  const offset = (before - after) / (2 * bend);
  return { offset, height: at - ((before - after) * offset) / 4 };
}

function peakAt(curve: Float64Array, lag: number): { lag: number; height: number } {
  const { offset, height } = vertexOf(curve[lag - 1] ?? 0, curve[lag] ?? 0, curve[lag + 1] ?? 0);
  return { lag: lag + offset, height };
}

/** Returns the highest point of each positive lobe after the first zero crossing ("key maxima"). */
function keyMaximaOf(curve: Float64Array): number[] {
  const maxima: number[] = [];
  let best = 0;
  let lag = 1;
  while (lag < curve.length && (curve[lag] ?? 0) > 0) lag += 1;
  for (; lag < curve.length - 1; lag += 1) {
    const value = curve[lag] ?? 0;
    if (value > 0) {
      if (value >= (curve[lag - 1] ?? 0) && value >= (curve[lag + 1] ?? 0))
        best = best === 0 || value > (curve[best] ?? 0) ? lag : best;
    } else if (best > 0) {
      maxima.push(best);
      best = 0;
    }
  }
  if (best > 0) maxima.push(best);
  return maxima;
}

/**
 * Returns the period in samples and its clarity (both 0 if there is none) from a normalised square difference function.
 * A short period is measured again at its multiples, where the same error weighs less. P. McLeod, G. Wyvill: A smarter
 * way to find pitch (ICMC 2005).
 */
function periodOf(curve: Float64Array): {
  period: number;
  clarity: number;
} {
  const peaks = keyMaximaOf(curve).map((lag) => peakAt(curve, lag));
  const highest = Math.max(...peaks.map((peak) => peak.height));
  const first = peaks.find((peak) => peak.height >= keyShare * highest);
  if (!first) return { period: 0, clarity: 0 };
  let period = first.lag;
  for (let times = 2; times <= 8 && period * times < curve.length - 2; times += 1) {
    const around = Math.round(period * times);
    const lag = [around - 1, around, around + 1].find(
      (each) => (curve[each] ?? 0) >= (curve[each - 1] ?? 0) && (curve[each] ?? 0) >= (curve[each + 1] ?? 0),
    );
    if (lag === undefined) break;
    const again = peakAt(curve, lag);
    if (again.height < 0.8 * first.height) break;
    period = again.lag / times;
  }
  return { period, clarity: Math.min(1, first.height) };
}

/** Samples at a lower rate, and that rate. */
interface Decimator {
  readonly rateHz: number;
  /** Filters `samples` and calls `take` for each sample of the lower rate. */
  push(samples: Float32Array, take: (sample: number) => void): void;
}

/** Frequencies below this are rumble and mains hum. */
const highPassHz = 60;

/** Returns a low-pass filter at 0.42 of the lower rate: windowed sinc (Hamming), 16 taps per step, gain 1 at 0 Hz. */
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
 * Resamples audio at any rate to about 16 kHz (a whole fraction of it): anti-aliasing filter, every n-th sample, then
 * two one-pole high-pass filters.
 */
function createDecimator(sampleRateHz: number): Decimator {
  const factor = Math.max(1, Math.round(sampleRateHz / 16_000));
  const rateHz = sampleRateHz / factor;
  const kernel = kernelOf(factor);
  // Every sample is written twice, so that the newest `kernel.length` samples are always contiguous.
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

/** The pitch found in the last 64 ms. */
export interface PitchFrame {
  /** The fundamental frequency; 0 if the signal is not periodic. */
  readonly hz: number;
  /** How exactly the signal repeats, 0 to 1: about signal / (signal + noise). */
  readonly clarity: number;
  /** Root mean square of the last 20 ms in dB below full scale. */
  readonly levelDb: number;
  /** The shape of its spectrum (`colourOf`), from lags up to a millisecond. */
  readonly colour: Float32Array;
}

/** The time from one frame to the next. */
export const hopMs = 10;
/** Lower than the C2 of a low bass. With the hops of one curve its period spans about 64 ms. */
const lowestHz = 62;

/**
 * Returns the spectral colour of a sound: the first `count` lags of its normalised autocorrelation after pre-emphasis,
 * calculated from the curve of the plain signal. It hardly depends on pitch or loudness, and differs between vowels.
 */
function colourOf(curve: Float64Array, count: number): Float32Array {
  const at = (lag: number) => curve[lag] ?? 0;
  const scale = 2 * (at(0) - at(1)) + 0.001;
  return Float32Array.from({ length: count }, (_, lag) => (2 * at(lag + 1) - at(lag) - at(lag + 2)) / scale);
}

/** Tracks the pitch of a stream of samples at any rate, every 10 ms, from `lowestHz` to about 4 kHz. */
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

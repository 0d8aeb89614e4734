import { createFft } from '#src/features/recordings/signal/fft.ts';
import { notch } from './filters.ts';
import { framesOf } from './stereo.ts';

/** Takes out the hum of the mains: its frequency and what lies at multiples of it. */
export function withoutHum(samples: Float32Array, hz: number, count: number): Float32Array {
  let clean = samples;
  for (let n = 1; n <= count; n++) clean = notch(clean, n * hz, 14 * Math.sqrt(n));
  return clean;
}

const size = 2048;
const hop = size / 4;
const window = Float64Array.from({ length: size }, (_, at) => Math.sin((Math.PI * (at + 0.5)) / size));

/** Calls `each` for every block of a sound, with its transform; what `each` leaves of it is put together again. */
function throughSpectrum(
  samples: Float32Array,
  each: (re: Float64Array, im: Float64Array, from: number) => void,
): Float32Array {
  const transform = createFft(size);
  const done = new Float32Array(samples.length);
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let from = -size + hop; from < samples.length; from += hop) {
    for (let at = 0; at < size; at++) re[at] = (samples[from + at] ?? 0) * (window[at] as number);
    im.fill(0);
    transform(re, im);
    each(re, im, from);
    transform(im, re);
    for (let at = Math.max(0, -from); at < size && from + at < done.length; at++)
      done[from + at] =
        (done[from + at] as number) + ((re[at] as number) * (window[at] as number)) / (2 * size);
  }
  return done;
}

/**
 * Takes out noise that stays the same: its spectrum is learnt from the first `learnS` seconds, in which nothing else sounds, and
 * each band that is not well above it is turned down, smoothly in time and by `mostDb` at most.
 */
export function withoutNoise(samples: Float32Array, learnS: number, mostDb: number): Float32Array {
  const floor = new Float64Array(size);
  let blocks = 0;
  throughSpectrum(samples.subarray(0, framesOf(learnS)), (re, im, from) => {
    if (from < 0 || from + size > framesOf(learnS)) return;
    blocks += 1;
    for (let bin = 0; bin < size; bin++)
      floor[bin] = (floor[bin] as number) + (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
  });
  for (let bin = 0; bin < size; bin++) floor[bin] = (floor[bin] as number) / Math.max(1, blocks);
  const least = 10 ** (-mostDb / 20);
  const gains = new Float64Array(size).fill(least);
  return throughSpectrum(samples, (re, im) => {
    for (let bin = 0; bin <= size / 2; bin++) {
      const mirror = (size - bin) % size;
      const power = (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
      const wanted = Math.max(least, 1 - (3.2 * (floor[bin] as number)) / (power + 1e-20));
      const before = gains[bin] as number;
      // It opens at once and closes slowly, so that what rings is not cut.
      gains[bin] = wanted > before ? 0.3 * before + 0.7 * wanted : 0.88 * before + 0.12 * wanted;
      for (const each of mirror === bin ? [bin] : [bin, mirror]) {
        re[each] = (re[each] as number) * (gains[bin] as number);
        im[each] = (im[each] as number) * (gains[bin] as number);
      }
    }
  });
}

const around = 10;
const spread = 256;
/** What bends less is nobody's click. */
const leastBend = 0.012;

/** How sharply a sound bends at each sample: high where a click is, low for music. */
const bendsOf = (samples: Float32Array) =>
  samples.map((value, at) => Math.abs((samples[at - 1] ?? 0) - 2 * value + (samples[at + 1] ?? 0)));

/**
 * Takes out clicks: samples that bend much more sharply than the music around them are replaced by a curve between their
 * neighbours. Returns the sound and how many clicks there were.
 */
export function withoutClicks(
  samples: Float32Array,
  times: number,
): { readonly clean: Float32Array; readonly clicks: number } {
  const clean = Float32Array.from(samples);
  const bends = bendsOf(samples);
  let mean = bends.subarray(0, spread).reduce((sum, value) => sum + value, 0) / spread;
  let clicks = 0;
  for (let at = 2; at < samples.length - 2; at++) {
    const bend = bends[at] as number;
    if (bend <= times * mean + leastBend) {
      mean += (bend - mean) / spread;
      continue;
    }
    let end = at;
    for (let ahead = at; ahead < at + 3 * around && ahead < samples.length; ahead++)
      if ((bends[ahead] as number) > times * mean + leastBend) end = ahead;
    bridge(clean, Math.max(1, at - around), Math.min(samples.length - 2, end + around));
    clicks += 1;
    at = end + around;
  }
  return { clean, clicks };
}

/** A cubic from one sample to another, with the slopes that the sound has there. */
function bridge(samples: Float32Array, from: number, to: number): void {
  const length = to - from;
  const [start, end] = [samples[from] as number, samples[to] as number];
  const [startSlope, endSlope] = [
    (start - (samples[from - 1] as number)) * length,
    ((samples[to + 1] as number) - end) * length,
  ];
  for (let at = 1; at < length; at++) {
    const t = at / length;
    const [t2, t3] = [t * t, t * t * t];
    samples[from + at] =
      (2 * t3 - 3 * t2 + 1) * start +
      (t3 - 2 * t2 + t) * startSlope +
      (3 * t2 - 2 * t3) * end +
      (t3 - t2) * endSlope;
  }
}

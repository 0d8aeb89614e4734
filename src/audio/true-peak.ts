import type { Kernels, PeakFilters } from './kernels/plain-kernels.ts';
import { history, type Piece } from './pieces.ts';

/** Samples that a value between two samples is computed from. */
const width = 24;
/** Of the Kaiser window: within 0.1 dB of the exact peak of a click or a step (decision 71). */
const beta = 5;

/** Oversampling factor: peaks between samples matter less the closer the samples are (BS.1770-5, annex 2). */
const oversamplingAt = (rateHz: number) =>
  rateHz < 88_000 ? 8 : rateHz < 176_000 ? 4 : rateHz < 352_000 ? 2 : 1;

/** The modified Bessel function of the first kind and order 0. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Returns a windowed sinc for a place between two samples, of `width` taps that add up to 1. */
function tapsAt(place: number): Float64Array {
  const half = width / 2;
  const taps = Float64Array.from({ length: width }, (_, tap) => {
    const x = tap + 1 - half - place;
    const window = bessel(beta * Math.sqrt(Math.max(0, 1 - (x / half) ** 2))) / bessel(beta);
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  const sum = taps.reduce((all, tap) => all + tap, 0);
  return taps.map((tap) => tap / sum);
}

/**
 * Returns the filters for the places between two samples, and how many times the largest of some samples they add at
 * most: the middle two, the two on either side of them, and the others.
 */
function filtersAt(rateHz: number, kernels: Kernels): PeakFilters {
  const factor = oversamplingAt(rateHz);
  const rows = Array.from({ length: factor - 1 }, (_, phase) => tapsAt((phase + 1) / factor));
  const taps = kernels.doubles(width * rows.length);
  rows.forEach((row, phase) => taps.set(row, width * phase));
  const middle = (width - 1) / 2;
  const gainOf = (from: number, to: number) =>
    Math.max(
      0,
      ...rows.map((row) =>
        row.reduce((sum, tap, at) => {
          const away = Math.abs(at - middle);
          return away > from && away < to ? sum + Math.abs(tap) : sum;
        }, 0),
      ),
    );
  const gains = kernels.doubles(3);
  gains.set([gainOf(0, 1), gainOf(1, 3), gainOf(3, width)]);
  return { taps, phases: rows.length, width, gains };
}

type Sound = Pick<Piece, 'lines' | 'count'>;

/** Finds the largest values of channels at and between their samples. */
export function createTruePeakMeter(rateHz: number, channels: number, kernels: Kernels) {
  const filters = filtersAt(rateHz, kernels);
  /** The peaks of the last block, of all samples, and between them, of each channel. */
  const all = Array.from({ length: channels }, () => kernels.doubles(3));
  /** The last samples of a channel, then silence. */
  const end = kernels.doubles(history + width);
  let last: Sound = { lines: [], count: 0 };
  const largest = (kind: 1 | 2) => Math.max(...all.map((peaks) => peaks[kind] as number));
  const search = (line: Float64Array, count: number, channel: number) =>
    kernels.truePeak(line, history, count, filters, all[channel] as Float64Array);
  return {
    add({ lines, count }: Sound): void {
      lines.forEach((line, channel) => search(line, count, channel));
      last = { lines, count };
    },
    /** The largest sample, 1 at full scale. */
    samplePeak: () => largest(1),
    /**
     * The largest value at or between the samples. A sound that is cut has its peak behind its last samples, so silence
     * is added; do not add samples afterwards.
     */
    truePeak(): number {
      last.lines.forEach((line, channel) => {
        end.set(line.subarray(last.count, last.count + history));
        search(end, width, channel);
      });
      return largest(2);
    },
  };
}

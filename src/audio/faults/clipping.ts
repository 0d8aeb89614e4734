import type { Kernels } from '../kernels/plain-kernels.ts';
import { history } from '../pieces.ts';
import { stepAt, type SampleDepth, createPlaces, mostSpans, type ChannelFinder } from './faults.ts';

/** A run of samples at one level, between the samples `before` and `next`. */
export type FlatRun = {
  readonly at: number;
  /** In frames; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly next: number;
};

/** A longer flat top is not a round one: in 8 bits, 16 Hz at 192 kHz stays on one step for 1,500 samples. */
const longestTop = 8192;
const keptFrames = 4 * longestTop;
/** Real waves are not exact parabolas, and rounding adds up to one step. */
const allowance = 1.5;

/**
 * Holds flat runs until their neighbourhood is known, and passes on, in order, those that few bits do not explain. A
 * round top stays on one step for r samples on either side of its middle; as a parabola, it falls by (1 + d / r)² steps
 * up to d samples further on. A clipped wave falls by far more right after the run, or up to d = r.
 */
function createRoundTopSieve(format: SampleDepth, pass: (run: FlatRun) => void) {
  const kept = new Float64Array(keptFrames);
  let frames = 0;
  let waiting: FlatRun[] = [];

  const sampleAt = (frame: number) => (frame < 0 || frame >= frames ? 0 : (kept[frame % keptFrames] ?? 0));
  const besideOf = ({ from, to }: FlatRun) => Math.min(longestTop, Math.floor((to - from - 1) / 2));

  function isRound(run: FlatRun): boolean {
    const { at, from, to } = run;
    if (to - from > longestTop) return false;
    const half = (to - from - 1) / 2;
    return [1, 1 + besideOf(run)].every((distance) => {
      const most = (allowance * (1 + distance / half) ** 2 + 1) * stepAt(format, Math.abs(at));
      return [from - distance, to - 1 + distance].some((frame) => Math.abs(at - sampleAt(frame)) <= most);
    });
  }

  function release(isEnd: boolean) {
    const open = isEnd ? -1 : waiting.findIndex((run) => run.to + besideOf(run) >= frames);
    const ready = open < 0 ? waiting : waiting.slice(0, open);
    waiting = waiting.slice(ready.length);
    for (const run of ready) if (!isRound(run)) pass(run);
  }

  return {
    /** Takes a piece of samples, so that the neighbours of a pending run are kept, and holds their runs. */
    add(samples: Float64Array) {
      for (const sample of samples) {
        kept[frames % keptFrames] = sample;
        frames += 1;
      }
    },
    hold: (run: FlatRun) => void waiting.push(run),
    release: () => release(false),
    /** Passes on the remaining runs, as if silence followed. */
    end: () => release(true),
  };
}

/** Maximum change of a flat top by dither, 1 at full scale. */
const flatness = 6.5e-5;
/** A sine bends slowly before its top; a clipped wave reaches it with at least this step. */
const leastStep = 3e-4;
const leastRun = 3;
/** Tops are at the same level if they differ by at most this share of it. */
const sameLevel = 1e-3;
const fullScale = 0.999;
/** A run this long is not coincidental. */
const longRun = 6;
/** Below full scale, where other sounds may be flat too. */
const leastRuns = 5;
/** Synthesised waves are flat by design: most of the time, or at several levels. */
const mostFlat = 0.6;
const mostFlatElsewhere = 0.1;
const hotFrames = 1024;
const silence = 1e-3;
/** With fewer steps, any wave has tops as flat as clipped ones. */
const leastSteps = 12;

/** Collects the flat tops on one side of a wave at the highest level so far; `full` is full scale. */
function createSide(full: number) {
  const places = createPlaces();
  let level = 0;
  let top = 0;
  let flat = 0;
  let longest = 0;
  let hot = 0;
  let hotUntil = 0;
  return {
    peak(size: number) {
      if (size > top) top = size;
    },
    add(size: number, from: number, to: number) {
      if (size > level * (1 + sameLevel)) {
        places.clear();
        flat = longest = hot = hotUntil = 0;
        level = size;
      }
      if (size < level * (1 - sameLevel)) return;
      places.add(from, to);
      flat += to - from;
      longest = Math.max(longest, to - from);
      // The share of flat samples counts only around flat tops.
      const begin = Math.max(hotUntil, from - hotFrames);
      hotUntil = to + hotFrames;
      hot += hotUntil - begin;
    },
    find() {
      const isFull = level >= full;
      const isEnough = isFull ? places.count() > 1 || longest >= longRun : places.count() >= leastRuns;
      // If another part is louder, this level was not clipped.
      const isTop = level > 0 && top <= level * (1 + 5 * sameLevel);
      return { isClipped: isTop && isEnough, isFull, places, flat, hot };
    },
  };
}

/** Passes on each run of samples at one level once it has ended. */
function createRunScanner(end: (run: FlatRun) => void, kernels: Kernels) {
  let [frame, ahead, last, level, from] = [0, 0, 0, 0, 0];
  return {
    scan(line: Float64Array, count: number) {
      // Local copies, because this runs for every sample.
      let [now, previous, before] = [level, last, ahead];
      let start = from - frame;
      for (let index = 0; index < count; index++) {
        if (index > 0 && index - start === 1) {
          // Until a sample is as high as the one before it, each is a run of its own.
          const steep = kernels.countSteep(line, history + index, count - index, flatness);
          if (steep > 0) {
            before = line[history + index + steep - 2] as number;
            now = previous = line[history + index + steep - 1] as number;
            start = index + steep - 1;
            index += steep;
            if (index === count) break;
          }
        }
        const sample = line[history + index] as number;
        const difference = sample - now;
        const isFlat = difference <= flatness && difference >= -flatness;
        if (!isFlat) {
          if (index - start >= leastRun)
            end({ at: now, from: frame + start, to: frame + index, before, next: sample });
          before = previous;
          now = sample;
          start = index;
        }
        previous = sample;
      }
      [level, last, ahead] = [now, previous, before];
      from = frame + start;
      frame += count;
    },
    end() {
      if (frame - from >= leastRun) end({ at: level, from, to: frame, before: ahead, next: 0 });
    },
  };
}

/**
 * Finds clipping: runs of samples at one level that nothing exceeds, with a corner before and after. The level can be
 * below full scale, so clipping is found even if the volume was lowered afterwards. Tops that are flat because of few
 * bits are ignored.
 */
export function createClippingFinder(format: SampleDepth, kernels: Kernels): ChannelFinder {
  // The highest sample is one step below full scale.
  const full = Math.min(fullScale, 1 - stepAt(format, 1));
  const above = createSide(full);
  const below = createSide(full);
  /** Flat samples at any level, also in short silences. */
  let flat = 0;

  function judge({ at, before, next, ...run }: FlatRun) {
    const length = run.to - run.from;
    const size = Math.abs(at);
    const step = stepAt(format, size);
    const isCorner = Math.abs(before - at) > leastStep && Math.abs(next - at) > leastStep;
    if (!isCorner || (size < silence && length > hotFrames)) return;
    flat += length;
    if (size < Math.max(silence, leastSteps * step)) return;
    // Three samples can share a large step by chance.
    if (step > flatness && length <= leastRun && size < full) return;
    // A wave that crosses the level has no top there.
    const isTop = at > 0 ? before < at && next < at : before > at && next > at;
    if (isTop) (at > 0 ? above : below).add(size, run.from, run.to);
  }

  // If steps are finer than the flatness tolerance, no round top is flat.
  const sieve = stepAt(format, 1) > flatness ? createRoundTopSieve(format, judge) : null;
  const end = sieve?.hold ?? judge;

  const runs = createRunScanner(end, kernels);
  const range = kernels.doubles(2);

  return {
    add(line, count) {
      sieve?.add(line.subarray(history, history + count));
      kernels.rangeOf(line, history, count, range);
      above.peak(range[1] as number);
      below.peak(-(range[0] as number));
      runs.scan(line, count);
      sieve?.release();
    },
    find() {
      runs.end();
      sieve?.end();
      const sides = [above.find(), below.find()];
      const flatOnTop = sides.reduce((sum, side) => sum + side.flat, 0);
      const hot = Math.max(...sides.map((side) => side.hot));
      const isMeant = flat > mostFlat * hot || flat - flatOnTop > mostFlatElsewhere * hot;
      const found = sides.filter(({ isClipped, isFull }) => isClipped && (isFull || !isMeant));
      const all = found.flatMap(({ places }) => places.all()).toSorted((a, b) => a.from - b.from);
      const count = found.reduce((sum, { places }) => sum + places.count(), 0);
      return { all: () => all.slice(0, mostSpans), count: () => count };
    },
  };
}

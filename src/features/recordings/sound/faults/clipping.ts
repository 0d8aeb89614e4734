import { createPlaces, mostSpans, type ChannelFinder } from './faults.ts';

/** How much dither may change a flat top, 1 at full scale. */
const flatness = 6.5e-5;
/** A sine bends slowly before its top; what is cut off comes to it with a step of at least so much. */
const leastStep = 3e-4;
const leastRun = 3;
/** Tops are at the same level where they differ by no more than this share of it. */
const sameLevel = 1e-3;
const fullScale = 0.999;
/** A run this long is not by chance. */
const longRun = 6;
/** Below full scale, where something else may be flat too. */
const leastRuns = 5;
/** Synthesised waves are flat by intention: they are so most of the time, or at several levels. */
const mostFlat = 0.6;
const mostFlatElsewhere = 0.1;
const hotFrames = 1024;
const silence = 1e-3;

/** The flat tops on one side of a wave at the highest level so far. */
function createSide() {
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
      const isFull = level >= fullScale;
      const isEnough = isFull ? places.count() > 1 || longest >= longRun : places.count() >= leastRuns;
      // If another part is louder, nothing was cut off.
      const isTop = level > 0 && top <= level * (1 + 5 * sameLevel);
      return { isClipped: isTop && isEnough, isFull, places, flat, hot };
    },
  };
}

/** A run at one level that has ended; `before` came ahead of it, `next` comes behind it. */
type FlatRun = {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly next: number;
};

/**
 * Finds where a wave was cut off: runs of samples at one level that nothing exceeds, with a corner before and after. The level
 * need not be full scale, so that clipping is found which was turned down afterwards.
 */
export function createClippingFinder(): ChannelFinder {
  const above = createSide();
  const below = createSide();
  let frame = 0;
  let ahead = 0;
  let last = 0;
  let level = 0;
  let from = 0;
  /** Flat samples at any level, also in short silences. */
  let flat = 0;

  function end(at: number, run: FlatRun) {
    const { before, next } = run;
    const length = run.to - run.from;
    const size = Math.abs(at);
    const isCorner = Math.abs(before - at) > leastStep && Math.abs(next - at) > leastStep;
    if (!isCorner || (size < silence && length > hotFrames)) return;
    flat += length;
    if (size < silence) return;
    // A wave that passes through the level has no top there.
    const isTop = at > 0 ? before < at && next < at : before > at && next > at;
    if (isTop) (at > 0 ? above : below).add(size, run.from, run.to);
  }

  return {
    add(samples, count) {
      let most = 0;
      let least = 0;
      // Held here, since this runs for every sample.
      let [now, previous, before] = [level, last, ahead];
      let start = from - frame;
      for (let index = 0; index < count; index++) {
        const sample = samples[index] ?? 0;
        if (sample > most) most = sample;
        else if (sample < least) least = sample;
        const difference = sample - now;
        const isFlat = difference <= flatness && difference >= -flatness;
        if (!isFlat) {
          if (index - start >= leastRun)
            end(now, { from: frame + start, to: frame + index, before, next: sample });
          before = previous;
          now = sample;
          start = index;
        }
        previous = sample;
      }
      [level, last, ahead] = [now, previous, before];
      from = frame + start;
      frame += count;
      above.peak(most);
      below.peak(-least);
    },
    find() {
      if (frame - from >= leastRun) end(level, { from, to: frame, before: ahead, next: 0 });
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

import { createPlaces, type ChannelFinder, stepAt, type SampleDepth } from './faults.ts';

const blockFrames = 256;
/** Number of blocks on either side that a click is compared with: 43 ms at 48 kHz. */
const around = 8;
/** Minimum ratio of a click to the largest jump around it. */
const ratio = 5;
/** −50 dBFS: smaller clicks are inaudible. */
const leastSize = 0.003;
/** Rounding moves the line through two samples by up to two steps, and dither by as much again. */
const leastSteps = 5;
/** Jumps at most this many samples apart count as one click. */
const near = 4;

/**
 * Returns how far a sample differs from both its predecessor and its successor; 0 if it differs from only one, as at a
 * step.
 */
function offBoth(before: number, after: number): number {
  if (before > 0 !== after > 0) return 0;
  const [left, right] = before > 0 ? [before, after] : [-before, -after];
  return left < right ? left : right;
}

/** The largest jump of a block, its frame, and the largest that is not next to it. */
type Block = { readonly size: number; readonly at: number; readonly other: number };

/** Number of preceding samples needed to judge a jump. */
const reach = 5;

/** Returns the largest jump among `count` samples that follow the first `reach`; those precede frame `start`. */
function largestIn(line: Float64Array, count: number, start: number): Block {
  let size = 0;
  let place = 0;
  let other = 0;
  let [second, last] = [line[reach - 2] as number, line[reach - 1] as number];
  for (let index = reach; index < reach + count; index++) {
    const sample = line[index] as number;
    // Extrapolates the two following samples backwards.
    const behind = second - 2 * last + sample;
    second = last;
    last = sample;
    if (behind <= other && -behind <= other) continue;
    const d = line[index - 2] ?? 0;
    const c = line[index - 3] ?? 0;
    const b = line[index - 4] ?? 0;
    // One or two samples that deviate from the lines on both sides.
    const one = offBoth(d - 2 * c + b, behind);
    const two = offBoth(c - 2 * b + (line[index - 5] ?? 0), behind);
    const jump = one > two ? one : two;
    if (jump <= other) continue;
    const isNear = size > 0 && index - place <= near;
    if (jump > size) {
      if (!isNear) other = size;
      size = jump;
      place = index;
    } else if (!isNear) other = jump;
  }
  return { size, at: start + place - reach - 2, other };
}

/**
 * Finds one or two samples that jump off the wave and back, as a lost or wrong sample does. A lasting step is not a
 * click: sounds may start abruptly.
 */
export function createClickFinder(format: SampleDepth): ChannelFinder {
  const least = Math.max(leastSize, leastSteps * stepAt(format, 0));
  const places = createPlaces();
  const blocks: Block[] = [];
  /** The last samples of the previous block, then the current block. */
  const line = new Float64Array(reach + blockFrames);
  let filled = 0;
  let frame = 0;

  /** The largest jump around that of a block, excluding adjacent ones. */
  function othersOf(own: Block): number {
    let most = own.other;
    for (const each of blocks) {
      if (each === own) continue;
      // A click at a block border.
      const size = Math.abs(each.at - own.at) <= near ? each.other : each.size;
      if (size > most) most = size;
    }
    return most;
  }

  function judge(middle: number) {
    const own = blocks[middle];
    if (!own || own.size < least || own.size < ratio * othersOf(own)) return;
    const previous = places.all().at(-1);
    if (previous && own.at - previous.to <= near) return;
    places.add(own.at, own.at);
  }

  function endBlock() {
    blocks.push(largestIn(line, filled, frame));
    frame += filled;
    line.copyWithin(0, filled, filled + reach);
    filled = 0;
    if (blocks.length > 2 * around + 1) blocks.shift();
    if (blocks.length === 2 * around + 1) judge(around);
    // The first blocks have fewer predecessors.
    else if (blocks.length > around) judge(blocks.length - 1 - around);
  }

  return {
    add(samples, count) {
      for (let from = 0; from < count;) {
        const taken = Math.min(count - from, blockFrames - filled);
        line.set(samples.subarray(from, from + taken), reach + filled);
        filled += taken;
        from += taken;
        if (filled === blockFrames) endBlock();
      }
    },
    find() {
      endBlock();
      for (let middle = Math.max(0, blocks.length - around); middle < blocks.length; middle++) judge(middle);
      return places;
    },
  };
}

import type { Kernels } from '../kernels/plain-kernels.ts';
import { history } from '../pieces.ts';
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

/** Blocks that are compared with each other. */
const mostBlocks = 2 * around + 1;
/** Samples of a block that are kept: before it, those needed to judge a jump. */
const keptBefore = 8;
const keptFrames = keptBefore + blockFrames;

/** The largest jump of a block, its frame, and the largest that is not next to it. */
type Jump = { readonly size: number; readonly at: number; readonly other: number };

type Block = {
  readonly start: number;
  readonly count: number;
  /** No jump is larger than this. */
  readonly bend: number;
  /** Where its samples are kept. */
  readonly kept: number;
  /** Null before it is searched. */
  found: Jump | null;
};

/** Keeps the samples of the last blocks, so that a block is only searched if necessary. */
function createKeptBlocks(kernels: Kernels) {
  const kept = kernels.doubles((mostBlocks + 1) * keptFrames);
  const jump = kernels.doubles(3);
  let total = 0;
  return {
    keep: (line: Float64Array, at: number, count: number, start: number): Block => {
      const slot = (total % (mostBlocks + 1)) * keptFrames;
      total += 1;
      kept.set(line.subarray(at - keptBefore, at + count), slot);
      const bend = kernels.largestBend(line, at, count);
      return { start, count, bend, kept: slot + keptBefore, found: null };
    },
    search: (block: Block): Jump => {
      if (block.found) return block.found;
      kernels.largestJump(kept, block.kept, block.count, near, jump);
      const [size = 0, place = 0, other = 0] = jump;
      // The two samples after it are extrapolated backwards.
      block.found = { size, at: block.start + place - 2, other };
      return block.found;
    },
  };
}

/**
 * Finds one or two samples that jump off the wave and back, as a lost or wrong sample does. A lasting step is not a
 * click: sounds may start abruptly. Searches a block only if its largest bend leaves the question open.
 */
export function createClickFinder(format: SampleDepth, kernels: Kernels): ChannelFinder {
  const least = Math.max(leastSize, leastSteps * stepAt(format, 0));
  const places = createPlaces();
  const blocks: Block[] = [];
  const { keep, search } = createKeptBlocks(kernels);
  let frame = 0;
  /** The part of the last piece that fills no block. */
  let rest: { line: Float64Array; at: number; count: number } | null = null;

  /** Returns whether what is known of other blocks rules out a click. */
  const isRuledOut = (middle: number, bend: number) =>
    blocks.some(({ found }, index) => {
      if (!found || index === middle) return false;
      const isBeside = Math.abs(index - middle) === 1;
      return bend < ratio * (isBeside ? found.other : found.size);
    });

  /** Returns whether a jump is far larger than those of another block, except for one at a block border. */
  function isLargerThan(own: { size: number; at: number }, other: Block): boolean {
    if (!other.found && own.size >= ratio * other.bend) return true;
    const found = search(other);
    return own.size >= ratio * (Math.abs(found.at - own.at) <= near ? found.other : found.size);
  }

  function judge(middle: number) {
    const block = blocks[middle];
    if (!block || block.bend < least || (!block.found && isRuledOut(middle, block.bend))) return;
    const own = search(block);
    if (own.size < least || own.size < ratio * own.other) return;
    if (!blocks.every((other) => other === block || isLargerThan(own, other))) return;
    const previous = places.all().at(-1);
    if (previous && own.at - previous.to <= near) return;
    places.add(own.at, own.at);
  }

  function endBlock(line: Float64Array, at: number, count: number) {
    blocks.push(keep(line, at, count, frame));
    frame += count;
    if (blocks.length > mostBlocks) blocks.shift();
    if (blocks.length === mostBlocks) judge(around);
    // The first blocks have fewer predecessors.
    else if (blocks.length > around) judge(blocks.length - 1 - around);
  }

  return {
    add(line, count) {
      let from = 0;
      for (; from + blockFrames <= count; from += blockFrames) endBlock(line, history + from, blockFrames);
      rest = { line, at: history + from, count: count - from };
    },
    find() {
      if (rest) endBlock(rest.line, rest.at, rest.count);
      for (let middle = Math.max(0, blocks.length - around); middle < blocks.length; middle++) judge(middle);
      return places;
    },
  };
}

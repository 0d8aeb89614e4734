import type { Kernels } from '../kernels/plain-kernels.ts';
import { history, pieceFrames } from '../pieces.ts';
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
/** With its history, the piece before the current one holds all blocks that are compared. */
const lineFrames = history + pieceFrames;

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

/** Keeps the last two pieces, so that a block is only searched if necessary. */
function createKeptPieces(kernels: Kernels) {
  const kept = kernels.doubles(2 * lineFrames);
  const jump = kernels.doubles(3);
  let slot = 0;
  return {
    /** Returns where the samples of a piece are kept. */
    keep: (line: Float64Array): number => {
      slot = lineFrames - slot;
      kept.set(line, slot);
      return slot + history;
    },
    bendOf: (at: number, count: number): number => kernels.largestBend(kept, at, count),
    search: (block: Block): Jump => {
      if (block.found) return block.found;
      kernels.largestJump(kept, block.kept, block.count, near, jump);
      // The two samples after it are extrapolated backwards.
      const at = block.start + (jump[1] as number) - 2;
      block.found = { size: jump[0] as number, at, other: jump[2] as number };
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
  const { keep, bendOf, search } = createKeptPieces(kernels);
  let frame = 0;
  /** The part of the last piece that fills no block. */
  let rest = { at: history, count: 0 };

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

  function endBlock(at: number, count: number) {
    blocks.push({ start: frame, count, bend: bendOf(at, count), kept: at, found: null });
    frame += count;
    if (blocks.length > mostBlocks) blocks.shift();
    if (blocks.length === mostBlocks) judge(around);
    // The first blocks have fewer predecessors.
    else if (blocks.length > around) judge(blocks.length - 1 - around);
  }

  return {
    add(line, count) {
      const at = keep(line);
      let from = 0;
      for (; from + blockFrames <= count; from += blockFrames) endBlock(at + from, blockFrames);
      rest = { at: at + from, count: count - from };
    },
    find() {
      endBlock(rest.at, rest.count);
      for (let middle = Math.max(0, blocks.length - around); middle < blocks.length; middle++) judge(middle);
      return places;
    },
  };
}

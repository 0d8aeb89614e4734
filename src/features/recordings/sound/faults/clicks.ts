import { createPlaces, type ChannelFinder } from './faults.ts';

const blockFrames = 256;
/** Blocks on either side that a click stands out from: 43 ms at 48 kHz. */
const around = 8;
/** How far it stands out from the largest jump around it. */
const ratio = 5;
/** −50 dBFS: nobody hears a smaller one on its own. */
const leastSize = 0.003;
/** What belongs to the same click. */
const near = 4;

/** How far something stands off what comes before it and off what comes behind it; 0 where only off one of them, as a step. */
function offBoth(before: number, after: number): number {
  if (before > 0 !== after > 0) return 0;
  const [left, right] = before > 0 ? [before, after] : [-before, -after];
  return left < right ? left : right;
}

type Block = { readonly from: number; size: number; at: number; other: number };

/**
 * Finds single samples (or two) that jump off the wave and back: what a lost or wrong sample leaves behind. A step that stays
 * is none: sounds may begin at once.
 */
export function createClickFinder(): ChannelFinder {
  const places = createPlaces();
  const blocks: Block[] = [];
  let frame = 0;
  /** The last five samples. */
  let [a, b, c, d, e] = [0, 0, 0, 0, 0];
  let block: Block = { from: 0, size: 0, at: 0, other: 0 };

  /** The largest jump around a block's, those next to it aside. */
  function othersOf(middle: number): number {
    const own = blocks[middle];
    if (!own) return Infinity;
    let most = own.other;
    blocks.forEach((each, index) => {
      if (index === middle) return;
      // A click at the border of two blocks.
      const size = Math.abs(each.at - own.at) <= near ? each.other : each.size;
      if (size > most) most = size;
    });
    return most;
  }

  function judge(middle: number) {
    const own = blocks[middle];
    if (!own || own.size < leastSize || own.size < ratio * othersOf(middle)) return;
    const previous = places.all().at(-1);
    if (previous && own.at - previous.to <= near) return;
    places.add(own.at, own.at);
  }

  function endBlock() {
    blocks.push(block);
    block = { from: frame, size: 0, at: frame, other: 0 };
    if (blocks.length > 2 * around + 1) blocks.shift();
    if (blocks.length === 2 * around + 1) judge(around);
    // The first ones have less before them.
    else if (blocks.length > around) judge(blocks.length - 1 - around);
  }

  function note(size: number, at: number) {
    if (size > block.size) {
      if (at - block.at > near) block.other = Math.max(block.other, block.size);
      block.size = size;
      block.at = at;
    } else if (at - block.at > near && size > block.other) block.other = size;
  }

  return {
    add(samples, count) {
      for (let index = 0; index < count; index++) {
        const f = samples[index] ?? 0;
        // The line through the two samples behind leads to where `d` would lie.
        const behind = d - (2 * e - f);
        // One sample off the lines on both its sides, or two.
        const one = offBoth(d - (2 * c - b), behind);
        const two = offBoth(c - (2 * b - a), behind);
        const size = one > two ? one : two;
        if (size > block.other) note(size, frame - 2);
        a = b;
        b = c;
        c = d;
        d = e;
        e = f;
        frame += 1;
        if (frame - block.from === blockFrames) endBlock();
      }
    },
    find() {
      endBlock();
      for (let middle = Math.max(0, blocks.length - around); middle < blocks.length; middle++) judge(middle);
      return places;
    },
  };
}

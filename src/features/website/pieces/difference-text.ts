import pieces from '#content/pieces.yaml';
import { fill } from '#src/platform/fill.ts';

const { words } = pieces;

/** How much quieter or louder the first of two sounds is than the second, in words; to a tenth of a decibel. */
export function differenceText(differenceDb: number): string {
  const difference = Math.abs(differenceDb).toFixed(1);
  if (difference === '0.0') return words.same;
  return fill(differenceDb > 0 ? words.quieter : words.louder, { difference });
}

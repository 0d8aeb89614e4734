import pieces from '#content/pieces.yaml';
import { fill } from '#src/platform/fill.ts';

const { words } = pieces;

/** How much louder the second of two sounds is than the first, in words; to a tenth of a decibel. */
export function differenceText(differenceDb: number): string {
  const difference = Math.abs(differenceDb).toFixed(1);
  if (difference === '0.0') return words.same;
  return fill(words.louder, { version: words.versions[differenceDb > 0 ? 'after' : 'before'], difference });
}

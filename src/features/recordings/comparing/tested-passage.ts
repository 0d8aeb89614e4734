import type { SharedPiece, SoundComparison } from '#src/features/recordings/alignment/sound-comparison.ts';
import type { Passage } from '#src/features/playing/locked-player.client.ts';

/** Where something was cut out or put in is found to a twentieth of a second; twice that is left out. */
const borderS = 0.1;

/**
 * What a blind test plays of the axis of the newer version, in its samples: one stretch that both hold, without its borders,
 * because what one version lacks would say which it is. It is the one around `at`, else the longest; null where none is long enough.
 */
export function testedPassage(
  { pieces, rateHz, frames }: Pick<SoundComparison, 'pieces' | 'rateHz'> & { readonly frames: number },
  at: number,
): Passage | null {
  const border = Math.round(borderS * rateHz);
  const passageOf = ({ newerAt, frames: length }: SharedPiece) => ({
    from: Math.max(0, newerAt) + border,
    to: Math.min(frames, newerAt + length) - border,
  });
  const passages = pieces
    .map((piece) => passageOf(piece))
    .filter(({ from, to }) => to - from >= rateHz)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return passages.find(({ from, to }) => at >= from && at < to) ?? passages[0] ?? null;
}

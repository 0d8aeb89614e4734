import type { Mode, Note } from '#src/features/site/notes.ts';

const numerals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

const counted = (count: number, thing: string) =>
  `${numerals[count] ?? count} ${thing}${count === 1 ? '' : 's'}`;

/** The still lines of a mode on its own; the rim, which is always still, counts as a ring. */
const linesOf = ({ m, n }: Mode, rings = counted(n, 'ring')) =>
  m > 0 ? `${rings} and ${counted(m, 'diameter')}` : rings;

/**
 * Into how many equal parts |u| divides the plate: the largest k under which a turn by 2π/k leaves it unchanged.
 * cos(mθ) keeps its value when 2m/k is even and changes its sign when it is odd, so that with m₂ an odd multiple of m
 * both modes change sign together and k doubles.
 */
export function foldOf({ primary, secondary }: Pick<Note, 'primary' | 'secondary'>): number {
  return (secondary.m / primary.m) % 2 === 1 ? 2 * primary.m : primary.m;
}

const pairOf = ({ m, n }: Mode) => `(${m},${n})`;

/** The note's two modes and the weight of the second: "(5,6) + 0.35 × (20,1)". */
export const modesTextOf = ({ primary, secondary, amplitude }: Note) =>
  `${pairOf(primary)} + ${amplitude} × ${pairOf(secondary)}`;

/** The note's figure in one sentence, without its name: symmetry, still lines, and what bends them. */
export function figureDescriptionOf(note: Pick<Note, 'primary' | 'secondary'>): string {
  const fold = numerals[foldOf(note)] ?? '';
  const rings = `${counted(note.primary.n, 'ring')}, the rim included,`;
  return `${fold.charAt(0).toUpperCase()}${fold.slice(1)}-fold figure with ${linesOf(note.primary, rings)}, bent by a quieter pattern of ${linesOf(note.secondary)}.`;
}

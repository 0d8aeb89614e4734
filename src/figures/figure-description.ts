import { figure as words } from '#content/cymatics.yaml';
import { capitalised } from '#src/studio/locale.ts';
import type { Mode, Note } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';

const numberWord = (count: number) => words.numbers[count] ?? String(count);

const counted = (count: number, { one, several }: typeof words.rings) =>
  fill(count === 1 ? one : several, { count: numberWord(count) });

const ringsOf = ({ n }: Mode) => counted(n, words.rings);

/** Describes the nodal lines of a single mode. */
const linesOf = ({ m }: Mode, rings: string) =>
  m > 0 ? fill(words.lines, { rings, diameters: counted(m, words.diameters) }) : rings;

/**
 * Returns the rotational order of |u|: the largest k for which a turn by 2π/k leaves it unchanged. cos(mθ) keeps its
 * value if 2m/k is even and changes its sign if it is odd; if m₂ is an odd multiple of m, both modes change sign
 * together and k doubles.
 */
export function foldOf({ primary, secondary }: Pick<Note, 'primary' | 'secondary'>): number {
  return (secondary.m / primary.m) % 2 === 1 ? 2 * primary.m : primary.m;
}

/** Describes a note's figure in one sentence, without its name: symmetry, nodal lines, and what bends them. */
export function figureDescriptionOf(note: Pick<Note, 'primary' | 'secondary'>): string {
  const { primary, secondary } = note;
  const sentence = fill(words.sentence, {
    fold: numberWord(foldOf(note)),
    lines: linesOf(primary, fill(words.withRim, { rings: ringsOf(primary) })),
    others: linesOf(secondary, ringsOf(secondary)),
  });
  return capitalised(sentence);
}

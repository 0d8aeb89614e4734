import { figure as words } from '#content/cymatics.yaml';
import { capitalised } from '#src/studio/locale.ts';
import type { Mode, Note } from '#src/studio/notes.ts';
import { fill } from '#src/platform/fill.ts';

const pairOf = ({ m, n }: Mode) => `(${m},${n})`;

/** The note's two modes and the weight of the second: "(5,6) + 0.35 × (20,1)". */
export const modesTextOf = ({ primary, secondary, amplitude }: Note) =>
  `${pairOf(primary)} + ${amplitude} × ${pairOf(secondary)}`;

const numberWord = (count: number) => words.numbers[count] ?? String(count);

const counted = (count: number, { one, several }: typeof words.rings) =>
  fill(count === 1 ? one : several, { count: numberWord(count) });

const ringsOf = ({ n }: Mode) => counted(n, words.rings);

/** The still lines of a mode on its own. */
const linesOf = ({ m }: Mode, rings: string) =>
  m > 0 ? fill(words.lines, { rings, diameters: counted(m, words.diameters) }) : rings;

/**
 * Into how many equal parts |u| divides the plate: the largest k under which a turn by 2π/k leaves it unchanged.
 * cos(mθ) keeps its value when 2m/k is even and changes its sign when it is odd, so that with m₂ an odd multiple of m
 * both modes change sign together and k doubles.
 */
export function foldOf({ primary, secondary }: Pick<Note, 'primary' | 'secondary'>): number {
  return (secondary.m / primary.m) % 2 === 1 ? 2 * primary.m : primary.m;
}

/** The note's figure in one sentence, without its name: symmetry, still lines, and what bends them. */
export function figureDescriptionOf(note: Pick<Note, 'primary' | 'secondary'>): string {
  const { primary, secondary } = note;
  const sentence = fill(words.sentence, {
    fold: numberWord(foldOf(note)),
    lines: linesOf(primary, fill(words.withRim, { rings: ringsOf(primary) })),
    others: linesOf(secondary, ringsOf(secondary)),
  });
  return capitalised(sentence);
}

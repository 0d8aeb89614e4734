import type { Mode, Note } from '#src/studio/notes.ts';

const pairOf = ({ m, n }: Mode) => `(${m},${n})`;

/** The note's two modes and the weight of the second: "(5,6) + 0.35 × (20,1)". */
export const modesTextOf = ({ primary, secondary, amplitude }: Note) =>
  `${pairOf(primary)} + ${amplitude} × ${pairOf(secondary)}`;

import { strikeOf } from '#src/figures/strike.ts';
import { noteOf, type NoteSlug } from '#src/studio/notes.ts';

export const rateHz = 4000;

export interface Stroke {
  readonly slug: NoteSlug;
  readonly atS: number;
  readonly gain: number;
}

/** Mixes one strike after the other into one recording. */
export function play(score: readonly Stroke[], seconds: number): Float32Array {
  const mix = new Float32Array(seconds * rateHz);
  for (const { slug, atS, gain } of score) {
    const start = Math.round(atS * rateHz);
    strikeOf(noteOf(slug), { seconds: 1.6, rateHz }).forEach((value, i) => {
      if (start + i < mix.length) mix[start + i] = (mix[start + i] ?? 0) + value * gain;
    });
  }
  return mix;
}

/** A cue that rises to a climax after half of its 20 s and fades out: the sound of the sample film. */
export const reel = play(
  (
    [
      ['c4', 0.5, 0.22],
      ['e4', 1.7, 0.32],
      ['g4', 3, 0.36],
      ['d4', 3.9, 0.42],
      ['a4', 5.1, 0.46],
      ['f4', 6.9, 0.6],
      ['c4', 7.5, 0.6],
      ['b4', 8.1, 0.75],
      ['e4', 8.5, 0.8],
      ['g4', 9, 1],
      ['d4', 9.4, 0.85],
      ['a4', 9.9, 0.7],
      ['f4', 10.5, 0.8],
      ['c4', 11, 0.6],
      ['e4', 11.5, 0.55],
      ['g4', 13.2, 0.38],
      ['d4', 15, 0.3],
      ['c4', 16.9, 0.2],
    ] as const
  ).map(([slug, atS, gain]) => ({ slug, atS, gain })),
  20,
);

/** One bar of four strokes, three times, cut at its loop points. */
export const loop = play(
  [0, 3, 6].flatMap((bar) =>
    (
      [
        ['b4', 0, 1],
        ['e4', 0.75, 0.5],
        ['a4', 1.5, 0.8],
        ['e4', 2.25, 0.6],
      ] as const
    ).map(([slug, atS, gain]) => ({ slug, atS: bar + atS, gain })),
  ),
  9,
);

import { expect, test } from 'vitest';
import { modesTextOf, notes } from '#src/studio/notes.ts';

test('formats the modes of each note as pairs, as in the model', () => {
  expect(notes.map((note) => [note.id, modesTextOf(note)])).toEqual([
    ['C4', '(7,2) + 0.5 × (0,5)'],
    ['C#4', '(8,2) + 0.35 × (0,6)'],
    ['D4', '(6,3) + 0.45 × (12,1)'],
    ['D#4', '(2,5) + 0.4 × (6,3)'],
    ['E4', '(5,4) + 0.35 × (10,2)'],
    ['F4', '(6,4) + 0.35 × (0,7)'],
    ['F#4', '(2,6) + 0.45 × (12,2)'],
    ['G4', '(3,6) + 0.25 × (9,4)'],
    ['G#4', '(4,6) + 0.45 × (12,3)'],
    ['A4', '(5,6) + 0.35 × (20,1)'],
    ['A#4', '(6,6) + 0.3 × (12,4)'],
    ['B4', '(7,6) + 0.35 × (14,3)'],
  ]);
});

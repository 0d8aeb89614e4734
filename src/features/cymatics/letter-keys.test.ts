import { expect, test } from 'vitest';
import { notes } from '#src/features/site/notes.ts';
import { letterOf, noteOfCode } from './letter-keys.ts';

test('the letter row plays the octave in order, white keys on the home row', () => {
  const codes = [...'AWSEDFTGYHUJ'].map((letter) => `Key${letter}`);
  expect(codes.map((code) => noteOfCode(code)?.id)).toEqual(notes.map(({ id }) => id));
});

test('each note prints the letter that plays it', () => {
  for (const note of notes) expect(noteOfCode(`Key${letterOf(note)}`)).toBe(note);
});

test.each(['KeyQ', 'KeyK', 'KeyR', 'Keya', 'KeyAW', 'Key', '', 'Digit1', 'Enter', 'Space', 'ArrowLeft'])(
  'the key %j plays nothing',
  (code) => {
    expect(noteOfCode(code)).toBeUndefined();
  },
);

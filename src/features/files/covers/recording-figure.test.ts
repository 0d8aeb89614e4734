import { expect, test } from 'vitest';
import type { HeardPitch } from '#src/audio/heard-pitches.ts';
import { captionLineOf, recordingFigureCaption } from './recording-figure.ts';

const pitchOf = (note: number, hz: number, share = 1): HeardPitch => ({ note, hz, share });
const lineOf = (...pitches: HeardPitch[]) => captionLineOf(recordingFigureCaption(pitches));

test('describes a figure by its pitches, the first frequency and its modes', () => {
  expect(lineOf(pitchOf(57, 220.01))).toBe('A3, 220 Hz · mode (5,2)');
  expect(lineOf(pitchOf(28, 41.2))).toBe('E1, 41.2 Hz · mode (3,2)');
  expect(lineOf(pitchOf(69, 444.6), pitchOf(73, 554.4, 0.5))).toMatch(
    /^A4, 445 Hz, with C#5 · modes \(5,6\) and \(\d+,\d\)$/,
  );
});

test('describes a figure without pitches', () => {
  expect(recordingFigureCaption([])).toEqual({ pitch: 'No steady pitch was heard.', modes: null });
});

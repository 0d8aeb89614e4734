import { expect, test } from 'vitest';
import { notes } from '#src/studio/notes.ts';
import { findLayout, letterOf, noteOfCode } from './use-keyboard.ts';

test('the letter row plays the octave in order, with white keys on the home row', () => {
  const codes = [...'AWSEDFTGYHUJ'].map((letter) => `Key${letter}`);
  expect(codes.map((code) => noteOfCode(code)?.id)).toEqual(notes.map(({ id }) => id));
});

test('shows for each note the letter that plays it', () => {
  for (const note of notes) expect(noteOfCode(`Key${letterOf(note)}`)).toBe(note);
});

test('shows the letter at the same position on another keyboard layout', () => {
  const french = new Map([
    ['KeyA', 'q'],
    ['KeyW', 'z'],
  ]);
  expect(notes.map((note) => letterOf(note, french)).join('')).toBe('QZSEDFTGYHUJ');
});

test('falls back if the browser does not report a layout, or refuses', async () => {
  const layout = new Map([['KeyA', 'q']]);
  expect(await findLayout({ keyboard: { getLayoutMap: async () => layout } })).toBe(layout);
  expect(await findLayout({})).toBeUndefined();
  expect(await findLayout({ keyboard: {} })).toBeUndefined();
  const refusal = { getLayoutMap: async () => Promise.reject(new DOMException('no', 'SecurityError')) };
  expect(await findLayout({ keyboard: refusal })).toBeUndefined();
});

test.each(['KeyQ', 'KeyK', 'KeyR', 'Keya', 'KeyAW', 'Key', '', 'Digit1', 'Enter', 'Space', 'ArrowLeft'])(
  'ignores the key %j',
  (code) => {
    expect(noteOfCode(code)).toBeUndefined();
  },
);

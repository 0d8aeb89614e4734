import { describe, expect, test } from 'vitest';
import { noteOf, notes } from '#src/studio/notes.ts';
import {
  activate,
  selectNext,
  select,
  setMode,
  setVolume,
  newPiano,
  cancelNavigation,
  step,
  toggleDemo,
  toggleSound,
  type Piano,
} from './piano.ts';

const times = (count: number, change: (piano: Piano) => Piano, from: Piano) =>
  Array.from({ length: count }).reduce<Piano>(change, from);

test('opens on C4, in Navigate mode, with sound at 20 and no demo', () => {
  expect(newPiano()).toMatchObject({
    note: { id: 'C4' },
    mode: 'navigate',
    isSoundOn: true,
    volume: 20,
    isDemoRunning: false,
    leaving: null,
  });
});

describe('selecting', () => {
  test('moves through the twelve notes and stops at both ends', () => {
    const up = notes.map((_, i) => times(i, (piano) => step(piano, 1), newPiano()).note.id);
    expect(up).toEqual(notes.map(({ id }) => id));
    expect(times(30, (piano) => step(piano, 1), newPiano()).note.id).toBe('B4');
    expect(times(30, (piano) => step(piano, -1), newPiano(noteOf('b4'))).note.id).toBe('C4');
  });

  test('neither plays a note nor navigates', () => {
    expect(select(newPiano(), noteOf('a4'), 'hand')).toMatchObject({ strikes: 0, leaving: null });
    expect(step(newPiano(), 1)).toMatchObject({ strikes: 0, leaving: null });
  });

  test('the selected note again changes nothing', () => {
    const piano = newPiano();
    expect(select(piano, piano.note, 'hand')).toBe(piano);
    expect(step(piano, -1)).toBe(piano);
  });
});

describe('activating', () => {
  test.each(notes)('$id leads where the table says, or only sounds', (note) => {
    const piano = activate(newPiano(), note, 'hand');
    expect(piano).toMatchObject({ note, strikes: 1 });
    expect(piano.leaving?.destination).toBe(note.destination);
    expect(piano.leaving !== null).toBe(note.isWhite);
  });

  test('in Play mode navigates nowhere', () => {
    for (const note of notes) expect(activate(setMode(newPiano(), 'play'), note, 'hand').leaving).toBeNull();
  });

  test('another note replaces a pending navigation, a black key cancels it, and the same note starts its wait again', () => {
    const toHub = activate(newPiano(), noteOf('a4'), 'hand');
    expect(activate(toHub, noteOf('b4'), 'hand').leaving?.destination).toBe('contact');
    expect(activate(toHub, noteOf('as4'), 'hand').leaving).toBeNull();
    const again = activate(toHub, noteOf('a4'), 'hand');
    expect(again.leaving).toEqual(toHub.leaving);
    expect(again.leaving).not.toBe(toHub.leaving);
  });

  test('a pending navigation is cancelled by an arrow key and by Play mode, not by hovering and the demo', () => {
    const leaving = activate(newPiano(), noteOf('a4'), 'hand');
    expect(step(leaving, 1).leaving).toBeNull();
    expect(setMode(leaving, 'play').leaving).toBeNull();
    expect(cancelNavigation(leaving).leaving).toBeNull();
    expect(select(leaving, noteOf('b4'), 'hand').leaving).toBe(leaving.leaving);
    expect(selectNext(leaving).leaving).toBe(leaving.leaving);
    expect(setMode(leaving, 'navigate').leaving).toBe(leaving.leaving);
  });
});

test('loops the demo through the octave, without striking', () => {
  const piano = times(12, selectNext, toggleDemo(newPiano()));
  expect(piano).toMatchObject({ note: { id: 'C4' }, isDemoRunning: true, strikes: 0, selectedBy: 'remote' });
  expect(toggleDemo(piano).isDemoRunning).toBe(false);
});

test('keeps the volume an integer from 0 to 100, also when the sound is switched off', () => {
  const volumes = [-1, 0, 33.4, 99.5, 250].map((volume) => setVolume(newPiano(), volume).volume);
  expect(volumes).toEqual([0, 0, 33, 100, 100]);
  expect(toggleSound(setVolume(newPiano(), 70))).toMatchObject({ isSoundOn: false, volume: 70 });
});

import { describe, expect, test } from 'vitest';
import { noteOf, notes } from '#src/features/site/notes.ts';
import {
  activate,
  advance,
  select,
  setMode,
  setVolume,
  startOf,
  stay,
  step,
  toggleDemo,
  toggleSound,
  type Piano,
} from './piano.ts';

const times = (count: number, change: (piano: Piano) => Piano, from: Piano) =>
  Array.from({ length: count }).reduce<Piano>(change, from);

test('it opens on C4, navigating, with sound at 20 and no demo', () => {
  expect(startOf()).toMatchObject({
    note: { id: 'C4' },
    mode: 'navigate',
    isSoundOn: true,
    volume: 20,
    isDemoRunning: false,
    leaving: null,
  });
});

describe('selecting', () => {
  test('walks through the twelve notes and stops at both ends', () => {
    const up = notes.map((_, i) => times(i, (piano) => step(piano, 1), startOf()).note.id);
    expect(up).toEqual(notes.map(({ id }) => id));
    expect(times(30, (piano) => step(piano, 1), startOf()).note.id).toBe('B4');
    expect(times(30, (piano) => step(piano, -1), startOf(noteOf('b4'))).note.id).toBe('C4');
  });

  test('neither strikes nor leaves', () => {
    expect(select(startOf(), noteOf('a4'), 'hand')).toMatchObject({ strikes: 0, leaving: null });
    expect(step(startOf(), 1)).toMatchObject({ strikes: 0, leaving: null });
  });

  test('what is already selected changes nothing', () => {
    const piano = startOf();
    expect(select(piano, piano.note, 'hand')).toBe(piano);
    expect(step(piano, -1)).toBe(piano);
  });
});

describe('activating', () => {
  test.each(notes)('$id leads where the table says, or only sounds', (note) => {
    const piano = activate(startOf(), note, 'hand');
    expect(piano).toMatchObject({ note, strikes: 1 });
    expect(piano.leaving?.destination).toBe(note.destination);
    expect(piano.leaving !== null).toBe(note.isWhite);
  });

  test('in play mode nothing leads anywhere', () => {
    for (const note of notes) expect(activate(setMode(startOf(), 'play'), note, 'hand').leaving).toBeNull();
  });

  test('the last note wins, a black key calls off, and the same note waits anew', () => {
    const toHub = activate(startOf(), noteOf('a4'), 'hand');
    expect(activate(toHub, noteOf('b4'), 'hand').leaving?.destination).toBe('contact');
    expect(activate(toHub, noteOf('as4'), 'hand').leaving).toBeNull();
    const again = activate(toHub, noteOf('a4'), 'hand');
    expect(again.leaving).toEqual(toHub.leaving);
    expect(again.leaving).not.toBe(toHub.leaving);
  });

  test('turning to another note or to play mode calls off; hovering and the demo do not', () => {
    const leaving = activate(startOf(), noteOf('a4'), 'hand');
    expect(step(leaving, 1).leaving).toBeNull();
    expect(setMode(leaving, 'play').leaving).toBeNull();
    expect(stay(leaving).leaving).toBeNull();
    expect(select(leaving, noteOf('b4'), 'hand').leaving).toBe(leaving.leaving);
    expect(advance(leaving).leaving).toBe(leaving.leaving);
    expect(setMode(leaving, 'navigate').leaving).toBe(leaving.leaving);
  });
});

test('the demo goes once round the octave and begins again, without striking', () => {
  const piano = times(12, advance, toggleDemo(startOf()));
  expect(piano).toMatchObject({ note: { id: 'C4' }, isDemoRunning: true, strikes: 0, selectedBy: 'remote' });
  expect(toggleDemo(piano).isDemoRunning).toBe(false);
});

test('the volume is an integer from 0 to 100, and the switch leaves it alone', () => {
  const volumes = [-1, 0, 33.4, 99.5, 250].map((volume) => setVolume(startOf(), volume).volume);
  expect(volumes).toEqual([0, 0, 33, 100, 100]);
  expect(toggleSound(setVolume(startOf(), 70))).toMatchObject({ isSoundOn: false, volume: 70 });
});

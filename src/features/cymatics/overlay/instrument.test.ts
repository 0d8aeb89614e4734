import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteOf } from '#src/studio/notes.ts';
import { after } from '#src/features/cymatics/tone/delay.ts';
import { createInstrument } from './instrument.ts';
import { setMode, setVolume, toggleDemo, toggleSound } from './piano.ts';
import type { TonePlayer } from '#src/features/cymatics/tone/tone-player.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates an instrument, and records the calls of its player and its navigation. */
function assemble() {
  const told: string[] = [];
  const left: string[] = [];
  const tell =
    (name: string) =>
    (...given: unknown[]) =>
      void told.push([name, ...given].join(' '));
  const player: TonePlayer = {
    warm: tell('warm'),
    press: tell('press'),
    release: tell('release'),
    silence: tell('silence'),
    setVolume: tell('volume'),
    setSound: tell('sound'),
    setDucked: tell('ducked'),
    test: () => Promise.resolve(true),
    level: () => 0,
    state: () => 'idle',
    subscribe: () => tell('unsubscribe'),
    dispose: () => Promise.resolve(tell('dispose')()),
  };
  const instrument = createInstrument({ player, after, onLeave: (place) => left.push(place) });
  return { instrument, told, left };
}

test('plays a press before any listener is called', () => {
  const { instrument, told } = assemble();
  instrument.subscribe(() => told.push('told'));
  instrument.press('finger', noteOf('a4'), 'hand');
  expect(told).toEqual(['press finger 440', 'told']);
});

test('navigates 300 ms after a note, and only for the last of several notes', () => {
  const { instrument, left } = assemble();
  instrument.press('finger', noteOf('a4'), 'hand');
  instrument.release('finger');
  vi.advanceTimersByTime(299);
  instrument.press('finger', noteOf('b4'), 'hand');
  vi.advanceTimersByTime(299);
  expect(left).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(left).toEqual(['contact']);
  expect(vi.getTimerCount()).toBe(0);
});

test('advances the demo every 3 s whatever else is played, and stops when it is switched off', () => {
  const { instrument, told } = assemble();
  instrument.change((piano) => setMode(piano, 'play'));
  instrument.change(toggleDemo);
  vi.advanceTimersByTime(2000);
  instrument.press('finger', noteOf('e4'), 'hand');
  vi.advanceTimersByTime(999);
  expect(instrument.read().note.id).toBe('E4');
  vi.advanceTimersByTime(1);
  expect(instrument.read().note.id).toBe('F4');
  instrument.change(toggleDemo);
  vi.advanceTimersByTime(60_000);
  expect(instrument.read().note.id).toBe('F4');
  expect(told).toEqual(['press finger 329.63']);
});

test('sets volume and sound on the player only when they change', () => {
  const { instrument, told } = assemble();
  instrument.change((piano) => setVolume(piano, 20));
  instrument.change((piano) => setVolume(piano, 55));
  instrument.change(toggleSound);
  expect(told).toEqual(['volume 55', 'sound false']);
});

test('leaves no timer, navigation or listener after disposal', () => {
  const { instrument, told, left } = assemble();
  instrument.change(toggleDemo);
  instrument.press('finger', noteOf('g4'), 'hand');
  instrument.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(left).toEqual([]);
  expect(told).toEqual(['press finger 392', 'unsubscribe', 'dispose']);
});

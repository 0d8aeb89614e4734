import { expect, test } from 'vitest';
import { noteOf } from '#src/studio/notes.ts';
import { modesOf } from '#src/figures/field.ts';
import { liftAt, sceneAt } from './plate-scene.ts';

const modes = modesOf(noteOf('c4'));
const liftsOf = (flights: Float32Array) => flights.filter((_, i) => i % 3 === 0);
const waysOf = (flights: Float32Array) => flights.filter((_, i) => i % 3 === 1);
const tremblesOf = (flights: Float32Array) => flights.filter((_, i) => i % 3 === 2);

test('lifts a struck grain at once, to its height within 140 ms, and settles it within 900 ms', () => {
  for (const waitS of [0, 0.03, 0.06]) {
    const lifts = Array.from({ length: 1001 }, (_, ms) => liftAt(ms / 1000, waitS));
    expect(lifts[0]).toBe(0);
    expect(Math.max(...lifts.slice(0, 141))).toBeCloseTo(1, 3);
    expect(lifts[600]).toBeLessThan(0.1);
    expect(lifts.slice(900).every((lift) => lift === 0)).toBe(true);
    lifts.slice(1).forEach((lift, i) => expect(Math.abs(lift - (lifts[i] ?? 0))).toBeLessThan(0.03));
  }
});

test('moves nothing but the modes in silence without a recent strike', () => {
  for (const tS of [0, 0.5, 12.34]) {
    const scene = sceneAt(tS, modes, { level: 0, strikesS: [] });
    expect(scene.flights.every((value) => value === 0)).toBe(true);
    expect(scene.relief).toBe(1);
  }
});

test('limits the tremble of grains to the level and the relief', () => {
  const scenes = Array.from({ length: 200 }, (_, i) => sceneAt(i / 100, modes, { level: 0.4, strikesS: [] }));
  for (const { flights } of scenes) {
    expect(liftsOf(flights).every((lift) => lift === 0)).toBe(true);
    expect(tremblesOf(flights).every((offset) => Math.abs(offset) <= 0.4 + 1e-6)).toBe(true);
  }
  const reliefs = scenes.map(({ relief }) => relief);
  expect(Math.max(...reliefs)).toBeCloseTo(1, 2);
  expect(Math.min(...reliefs)).toBeCloseTo(-1, 2);
});

test('streams every grain one way along its line and restarts at the end, while it sounds', () => {
  const ways = Array.from({ length: 200 }, (_, i) =>
    waysOf(sceneAt(i / 100, modes, { level: 0.5, strikesS: [] }).flights),
  );
  for (const [i, now] of ways.entries()) {
    expect(now.every((way) => Math.abs(way) <= 1)).toBe(true);
    const on = now.filter((way, grain) => way > (ways[i - 1]?.[grain] ?? -2)).length;
    expect(on / now.length).toBeGreaterThan(0.95);
  }
});

test('settles all grains 240 ms after a strike that navigates, without a jump, whatever was struck before', () => {
  const liftsAt = (tS: number) =>
    liftsOf(sceneAt(tS, modes, { level: 0, strikesS: [-0.1, 0], leavesS: 0 }).flights);
  const times = Array.from({ length: 301 }, (_, ms) => liftsAt(ms / 1000));
  expect(Math.max(...(times[90] ?? []))).toBeGreaterThan(0.7);
  for (const lifts of times.slice(240)) expect(lifts.every((lift) => lift === 0)).toBe(true);
  for (const [i, lifts] of times.slice(1).entries())
    lifts.forEach((lift, grain) => expect(Math.abs(lift - (times[i]?.[grain] ?? 0))).toBeLessThan(0.04));
});

test('a strike after a navigation lifts the powder to its full height', () => {
  const { flights } = sceneAt(1.14, modes, { level: 0, strikesS: [0.5, 1], leavesS: 0.5 });
  expect(Math.max(...liftsOf(flights))).toBeGreaterThan(0.95);
});

test('a second strike lifts the powder again without dropping it first', () => {
  const meanAt = (tS: number) => {
    const lifts = liftsOf(sceneAt(tS, modes, { level: 0, strikesS: [0, 0.2] }).flights);
    return lifts.reduce((sum, lift) => sum + lift, 0) / lifts.length;
  };
  expect(meanAt(0.2001)).toBeCloseTo(meanAt(0.1999), 2);
  expect(meanAt(0.32)).toBeGreaterThan(0.9);
});

test('the modes of a scene together have mean square 1 and keep their proportions', () => {
  const scene = sceneAt(0, modes, { level: 0, strikesS: [] });
  const [primary, secondary] = scene.modes.map(({ amplitude }) => amplitude);
  expect(Math.hypot(primary ?? 0, secondary ?? 0)).toBeCloseTo(1, 12);
  expect((secondary ?? 0) / (primary ?? 1)).toBeCloseTo(0.5, 12);
});

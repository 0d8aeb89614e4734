import { expect, test } from 'vitest';
import { musicOf } from './music.fixture.ts';
import { findSharedRuns } from './shared-runs.ts';

test('reports progress within one block while searching sounds with nothing in common', () => {
  const older = musicOf(2);
  const newer = Float32Array.from(older, (_, at) => Math.sin(at * at * 0.37));
  const told: number[] = [];
  const { found, sounding } = findSharedRuns(older, newer, (done) => void told.push(done));
  expect(found).toBe(0);
  expect(told.length).toBeGreaterThan(2 * sounding);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1)).toBe(1);
});

test('finds matches after a long new intro', () => {
  const [roughHz, introS] = [4000, 40];
  const older = musicOf(160, 1, roughHz);
  const newer = new Float32Array([...musicOf(introS, 7, roughHz), ...older]);
  const { runs, found, sounding } = findSharedRuns(older, newer, () => undefined);
  expect(runs.map(([first]) => first.shift)).toEqual([-introS * roughHz]);
  expect(found).toBeGreaterThan(0.7 * sounding);
});

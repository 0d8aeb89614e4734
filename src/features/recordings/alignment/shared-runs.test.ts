import { expect, test } from 'vitest';
import { musicOf } from './music.fixture.ts';
import { findSharedRuns } from './shared-runs.ts';

test('a search in sound that has nothing in common tells of itself while it looks for one block, too', () => {
  const older = musicOf(2);
  const newer = Float32Array.from(older, (_, at) => Math.sin(at * at * 0.37));
  const told: number[] = [];
  const { found, sounding } = findSharedRuns(older, newer, (done) => void told.push(done));
  expect(found).toBe(0);
  expect(told.length).toBeGreaterThan(2 * sounding);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(told.at(-1)).toBe(1);
});

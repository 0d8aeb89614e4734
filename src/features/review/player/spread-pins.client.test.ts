import { expect, test } from 'vitest';
import { pinGroupsOf, pinPlacesOf } from './spread-pins.client.ts';

test('leaves pins that do not overlap at their moments', () => {
  expect(pinPlacesOf([], 26, 300)).toEqual([]);
  expect(pinPlacesOf([100], 26, 300)).toEqual([100]);
  expect(pinPlacesOf([0, 26, 90, 300], 26, 300)).toEqual([0, 26, 90, 300]);
});

test('places overlapping pins side by side around their moments, also at the edges', () => {
  expect(pinPlacesOf([100, 102], 26, 300)).toEqual([88, 114]);
  expect(pinPlacesOf([100, 100, 100], 26, 300)).toEqual([74, 100, 126]);
  expect(pinPlacesOf([1, 3, 200], 26, 300)).toEqual([0, 26, 200]);
  expect(pinPlacesOf([10, 299, 300], 26, 300)).toEqual([10, 274, 300]);
  // Moved pins move the next one.
  expect(pinPlacesOf([100, 102, 120], 26, 300)[2]).toBeGreaterThan(130);
});

test('keeps the order of too many pins, within the timeline', () => {
  const places = pinPlacesOf(
    Array.from({ length: 40 }, () => 150),
    26,
    300,
  );
  expect(places[0]).toBe(0);
  expect(places.at(-1)).toBeCloseTo(300, 9);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('groups pins within 12 pixels, and leaves space around each of hundreds', () => {
  expect(pinGroupsOf([], 300)).toEqual([]);
  expect(pinGroupsOf([10, 40, 90], 300)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(pinGroupsOf([10, 22, 23, 90], 300)).toEqual([
    [0, 2],
    [2, 3],
    [3, 4],
  ]);
  const places = Array.from({ length: 300 }, (_, index) => (index * 1100) / 299);
  for (const width of [1100, 280]) {
    const groups = pinGroupsOf(
      places.map((place) => (place * width) / 1100),
      width,
    );
    expect(groups.length * 36).toBeLessThanOrEqual(width);
    expect(groups.length).toBeGreaterThan(3);
    expect(groups.map(([from, until]) => until - from).reduce((a, b) => a + b, 0)).toBe(300);
  }
});

import { expect, test } from 'vitest';
import { findZone, listZoneLabels, zoneLabel } from './zone-names.ts';

test('names a zone by its place and its country', () => {
  expect(['Europe/Lisbon', 'Asia/Katmandu', 'America/New_York', 'UTC'].map(zoneLabel)).toEqual([
    'Lisbon, Portugal',
    'Kathmandu, Nepal',
    'New York, United States',
    'UTC',
  ]);
});

test.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['lisbon', 'Europe/Lisbon'],
  [' Lisbon, Portugal ', 'Europe/Lisbon'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['Nepal', 'Asia/Katmandu'],
  ['New York', 'America/New_York'],
  ['utc', 'UTC'],
  ['Europe/Atlantis', null],
  ['', null],
  ['+01:00', null],
])('finds the zone that “%s” means', (text, zone) => {
  expect(findZone(text)).toBe(zone);
});

test('finds every zone by its label', () => {
  expect(listZoneLabels().length).toBeGreaterThan(400);
  expect(listZoneLabels().filter((label) => zoneLabel(findZone(label) ?? 'UTC') !== label)).toEqual([]);
});

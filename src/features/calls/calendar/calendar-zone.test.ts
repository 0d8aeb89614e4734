import { expect, test } from 'vitest';
import { zoneOn } from './calendar-zone.ts';

test('the zone is named with its offset on the shown days, not today’s', () => {
  expect(zoneOn(['2026-07-06', '2026-07-12'], 'Europe/Berlin')).toBe('Berlin, UTC+2');
  expect(zoneOn(['2026-12-07', '2026-12-13'], 'Europe/Berlin')).toBe('Berlin, UTC+1');
  for (const days of [['2027-03-22', '2027-03-28'], ['2027-03-28']])
    expect(zoneOn(days, 'Europe/Berlin')).toBe('Berlin');
});

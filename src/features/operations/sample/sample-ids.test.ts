import { expect, test } from 'vitest';
import { sampleCalendarAt } from './sample-ids.ts';

const calendar = (now: string) => sampleCalendarAt(new Date(now));

test('dates stay as they are written when the studio first starts on 20 or 21 November 2026', () => {
  for (const now of ['2026-11-20T08:15:00Z', '2026-11-20T23:59:59Z', '2026-11-21T15:00:00Z']) {
    expect(calendar(now).dayOf('2026-12-12')).toBe('2026-12-12');
    expect(calendar(now).momentOf('2026-11-20T08:15:00Z').toISOString()).toBe('2026-11-20T08:15:00.000Z');
  }
});

test('on any other day everything moves by the same whole days, across months and years', () => {
  const { dayOf, momentOf } = calendar('2027-02-20T10:00:00Z');
  expect([dayOf('2026-11-20'), dayOf('2026-11-10'), dayOf('2026-12-12')]).toEqual([
    '2027-02-20',
    '2027-02-10',
    '2027-03-14',
  ]);
  expect(momentOf('2026-11-19T14:32:00Z').toISOString()).toBe('2027-02-19T14:32:00.000Z');
});

test('nothing that happened is dated after the start, whatever the hour', () => {
  for (let hour = 0; hour < 24 * 40; hour++) {
    const now = new Date(Date.parse('2026-10-30T00:30:00Z') + hour * 3600_000);
    const latest = sampleCalendarAt(now).momentOf('2026-11-20T08:15:00Z').getTime();
    expect(latest).toBeLessThanOrEqual(now.getTime());
    expect(now.getTime() - latest).toBeLessThan(2 * 86_400_000);
  }
});

test('minutes ago are counted back from the moment of the start', () => {
  expect(calendar('2027-05-01T10:07:30Z').ago(130).toISOString()).toBe('2027-05-01T07:57:30.000Z');
});

import { expect, test } from 'vitest';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { checkFields } from '#src/platform/check-fields.ts';
import { timeFields, wantedTimeOf, withoutIdleZone } from './wanted-time.ts';

const problemsOf = (entries: Record<string, string>) => checkFields(timeFields, entries);

test.each([
  '',
  '2026-11-23T09:00Z',
  '2026-11-23T09:00:00Z',
  '2026-11-23T09:00:00.000Z',
  '2026-11-23T09:01:00.000Z',
  '2028-02-29T23:59Z',
])('a time can be picked as browsers write it: "%s"', (slot) => {
  expect(problemsOf({ slot })).toEqual([]);
});

test.each([
  ' 2026-11-23T09:00Z',
  '2026-11-23T09:00Z ',
  '+002026-11-23T09:00Z',
  '26-11-23T09:00Z',
  '2026-1-23T09:00Z',
  '2026-11-3T09:00Z',
  '2026-11-23T9:00Z',
  '2026-11-23T09:0Z',
  '2026-11-23T09Z',
  '2026-11-23T09:00',
  '2026-11-23T09:00+01:00',
  '2026-11-23 09:00Z',
  '2026-11-23',
  '2026-11-23T09:00:0Z',
  '2026-11-23T09:00:00.0Z',
  '2026-11-23T09:00:00.0000Z',
  '2026-11-23T09:00:01Z',
  '2026-11-23T09:00:00.001Z',
  '2026-02-29T09:00Z',
  '2026-13-01T09:00Z',
  '2026-11-23T25:00Z',
  '2026-11-23T24:00Z',
])('anything but a whole minute of an existing day is refused: "%s"', (slot) => {
  expect(problemsOf({ slot })).toEqual([{ field: 'slot', code: 'option' }]);
});

test('a zone is one of the list, or empty', () => {
  for (const time_zone of ['', 'Asia/Kathmandu', 'Europe/Berlin'])
    expect(problemsOf({ time_zone })).toEqual([]);
  for (const time_zone of ['Berlin', ' ', 'Mars/Olympus'])
    expect(problemsOf({ time_zone })).toEqual([{ field: 'time_zone', code: 'option' }]);
});

test('a zone without a time is dropped, and a time keeps its zone', () => {
  const name = 'Runa';
  expect(withoutIdleZone({ name, time_zone: 'Asia/Kathmandu' })).toEqual({ name });
  expect(withoutIdleZone({ name, slot: '', time_zone: 'Asia/Kathmandu' })).toEqual({ name });
  const slot = '2026-11-23T09:00Z';
  expect(withoutIdleZone({ name, slot, time_zone: 'Asia/Kathmandu' })).toEqual({
    name,
    slot,
    time_zone: 'Asia/Kathmandu',
  });
  expect(withoutIdleZone({ name, slot })).toEqual({ name, slot, time_zone: '' });
});

test('a time without a zone is in the studio’s', () => {
  const slot = '2026-11-23T09:00Z';
  const startMs = Date.UTC(2026, 10, 23, 9);
  expect(wantedTimeOf({ slot, time_zone: 'Asia/Kathmandu' })).toEqual({
    startMs,
    timeZone: 'Asia/Kathmandu',
  });
  for (const entries of [{ slot }, { slot, time_zone: '' }])
    expect(wantedTimeOf(entries)).toEqual({ startMs, timeZone: studioCalendar.timeZone });
  for (const entries of [{}, { slot: '' }, { time_zone: 'Asia/Kathmandu' }])
    expect(wantedTimeOf(entries)).toBeNull();
});

test('a zone that is named by its city is stored by its own name', () => {
  const slot = '2026-11-23T09:00:00.000Z';
  const named = withoutIdleZone({ slot, time_zone: 'Lisbon, Portugal' });
  expect(named).toEqual({ slot, time_zone: 'Europe/Lisbon' });
  expect(problemsOf(named)).toEqual([]);
  const unknown = withoutIdleZone({ slot, time_zone: 'Atlantis' });
  expect(problemsOf(unknown)).toMatchObject([{ field: 'time_zone' }]);
});

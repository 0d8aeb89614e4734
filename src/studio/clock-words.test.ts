import { expect, test, vi } from 'vitest';
import { callClocks, clockWords, placeOfZone } from './clock-words.ts';

test.each([
  ['Asia/Kathmandu', 'Monday, 23 November 2026, 14:45 (Kathmandu, UTC+5:45)'],
  ['Asia/Katmandu', 'Monday, 23 November 2026, 14:45 (Kathmandu, UTC+5:45)'],
  ['Europe/Berlin', 'Monday, 23 November 2026, 10:00 (Berlin, UTC+1)'],
  ['Europe/London', 'Monday, 23 November 2026, 09:00 (London, UTC+0)'],
  ['America/Argentina/Buenos_Aires', 'Monday, 23 November 2026, 06:00 (Buenos Aires, UTC-3)'],
  ['Pacific/Kiritimati', 'Monday, 23 November 2026, 23:00 (Kiritimati, UTC+14)'],
  ['America/St_Johns', 'Monday, 23 November 2026, 05:30 (St Johns, UTC-3:30)'],
  ['Etc/UTC', 'Monday, 23 November 2026, 09:00 (UTC)'],
])('the clocks of %s in words', (zone, words) => {
  expect(clockWords(new Date('2026-11-23T09:00:00Z'), zone).all).toBe(words);
});

test('an hour that clocks show twice is told apart by its distance from UTC', () => {
  const shown = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(
    (moment) => clockWords(new Date(moment), 'Europe/Berlin').all,
  );
  expect(shown).toEqual([
    'Sunday, 25 October 2026, 02:30 (Berlin, UTC+2)',
    'Sunday, 25 October 2026, 02:30 (Berlin, UTC+1)',
  ]);
});

test('midnight is the first minute of its day', () => {
  expect(clockWords(Date.parse('2026-11-23T23:00:00Z'), 'Europe/Berlin')).toMatchObject({
    day: 'Tuesday, 24 November 2026',
    time: '00:00',
  });
});

test('every zone has words and the name of a place', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    expect(clockWords(0, zone).all, zone).toMatch(/^\w+, \d+ \w+ \d{4}, \d\d:\d\d \(.+\)$/);
    expect(placeOfZone(zone), zone).toMatch(/^[A-Z][\w '-]+$/);
  }
});

test('a call is told by both clocks', () => {
  const { visitor, host } = callClocks(
    { startsAt: new Date('2026-11-23T17:30:00Z'), visitorZone: 'Australia/Lord_Howe' },
    'Europe/Berlin',
  );
  expect([visitor.all, host.all]).toEqual([
    'Tuesday, 24 November 2026, 04:30 (Lord Howe, UTC+11)',
    'Monday, 23 November 2026, 18:30 (Berlin, UTC+1)',
  ]);
});

test('a zone is one zone in however many spellings it is asked for', () => {
  clockWords(0, 'Asia/Tokyo');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of ['asia/tokyo', 'aSIA/tOKYO', 'ASIA/TOKYO']) clockWords(0, zone);
  expect(made).not.toHaveBeenCalled();
});

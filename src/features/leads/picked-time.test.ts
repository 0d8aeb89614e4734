import { expect, test } from 'vitest';
import words from '#content/calls.yaml';
import { clockWords } from '#src/studio/clock-words.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { isTimeField, pickedTimeRows } from './submission-rows.ts';

const slot = '2026-11-23T09:00:00.000Z';

test('shows a picked time in the studio’s time zone and the sender’s', () => {
  const [ours, theirs, ...more] = pickedTimeRows({ slot, time_zone: 'Asia/Kathmandu' });
  expect(more).toEqual([]);
  expect(ours).toMatchObject({
    label: words.submission.time,
    value: clockWords(Date.parse(slot), studioCalendar.timeZone).all,
  });
  expect(theirs).toMatchObject({
    label: words.submission.visitorTime,
    value: expect.stringMatching(/(14|2):45/),
  });
  expect(pickedTimeRows({ slot })).toEqual([ours]);
  expect(pickedTimeRows({ slot, time_zone: studioCalendar.timeZone })).toEqual([ours]);
});

test('shows no row for a time that was not picked', () => {
  expect(pickedTimeRows({ time_zone: 'Asia/Kathmandu' })).toEqual([]);
  expect(pickedTimeRows({})).toEqual([]);
});

test('distinguishes the fields of a time from typed ones', () => {
  expect(['slot', 'time_zone', 'message'].map(isTimeField)).toEqual([true, true, false]);
});

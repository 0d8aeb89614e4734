import words from '#content/calls.yaml';
import { studioCalendar } from '#src/features/site/studio-calendar.ts';
import { clockWords } from '#src/features/site/clock-words.ts';
import type { Entries } from '#src/platform/check-fields.ts';

/** The fields of a submission that say which time was picked. */
export const timeFieldNames = ['slot', 'time_zone'] as const;

export const isTimeField = (name: string) => timeFieldNames.some((known) => known === name);

/** The time that was picked in a submission, by the studio's clock and by the sender's; none where none was. */
export function pickedTimeRows(fields: Entries): { label: string; value: string }[] {
  const { slot = '', time_zone: timeZone = '' } = fields;
  if (slot === '') return [];
  const rowOf = (label: string, zone: string) => ({ label, value: clockWords(Date.parse(slot), zone).all });
  return [
    rowOf(words.submission.time, studioCalendar.timeZone),
    ...(timeZone === '' ? [] : [rowOf(words.submission.visitorTime, timeZone)]),
  ];
}

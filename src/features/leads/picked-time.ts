import words from '#content/calls.yaml';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { callClocks, clockWords } from '#src/studio/clock-words.ts';
import type { Entries } from '#src/platform/check-fields.ts';

/** The fields of a submission that say which time was picked. */
export const timeFieldNames = ['slot', 'time_zone'] as const;

export const isTimeField = (name: string) => timeFieldNames.some((known) => known === name);

/** The time that was picked in a submission by the studio's clock, and by the sender's if that differs; none where none was. */
export function pickedTimeRows(fields: Entries): { label: string; value: string }[] {
  const { slot = '', time_zone: timeZone = '' } = fields;
  if (slot === '') return [];
  const startsAt = new Date(slot);
  const ours = { label: words.submission.time, value: clockWords(startsAt, studioCalendar.timeZone).all };
  if (timeZone === '') return [ours];
  const { visitor, isSame } = callClocks({ startsAt, visitorZone: timeZone }, studioCalendar.timeZone);
  return isSame ? [ours] : [ours, { label: words.submission.visitorTime, value: visitor.all }];
}

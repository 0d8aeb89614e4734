import words from '#content/calls.yaml';
import { studioCalendar } from '#src/features/site/studio-calendar.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';
import type { Services } from '#src/platform/services.ts';
import { listFreeDays } from './find-choice.ts';

const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/**
 * The times at which a call can be booked, by the days of a time zone, the studio's where none is asked for: `{ zone, studioZone,
 * days: [{ date, slots: [{ start, label, studioLabel }] }] }`, `start` in UTC as the form posts it in `slot`. A zone that there is not is
 * refused with 400. It says nothing of hosts; no days where nobody takes calls.
 */
export async function timesAsJson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  zone: string | null,
): Promise<Response> {
  const timeZone = zone || studioCalendar.timeZone;
  if (!isTimeZone(timeZone)) {
    const { time_zone: message } = words.chooser.errors;
    const errors = [{ code: 'unknown', field: 'zone', message }];
    return Response.json({ error: message, errors }, { status: 400, headers });
  }
  const days = await listFreeDays(db, clock.now(), timeZone);
  const told = days.map(({ day, times }) => ({
    date: day,
    slots: times.map(({ slot, time, studioTime }) => ({
      start: slot,
      label: time,
      studioLabel: studioTime ?? time,
    })),
  }));
  return Response.json({ zone: timeZone, studioZone: studioCalendar.timeZone, days: told }, { headers });
}

import words from '#content/calls.yaml';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { isTimeZone } from '#src/platform/time-zone.ts';
import type { Services } from '#src/platform/services/services.ts';
import { listFreeDays } from './find-choice.ts';

const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/**
 * Answers with the free times by day, in the zone asked for or else the studio's: `{ zone, studioZone, days: [{ date, slots: [{
 * start, label, studioLabel }] }] }`; `start` is the UTC moment that the form posts as `slot`. No hosts are named, and `days` is
 * empty if there are none. An unknown zone is refused with 400.
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

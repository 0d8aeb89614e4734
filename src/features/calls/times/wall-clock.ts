import { dayText } from '#src/workspace/moment-text.ts';

/** The local time in a zone at a moment, with its offset from UTC: "2026-11-23 14:45 +05:45". */
export function wallClock(ms: number, timeZone: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, timeZoneName = '' } = parts;
  return `${year}-${month}-${day} ${hour}:${minute} ${timeZoneName.replace('GMT', '') || '+00:00'}`;
}

/** A local time as a sentence has it: "23 Nov 2026, 14:45 (UTC+5:45)". */
export function wallClockText(clock: string): string {
  const [day = '', time = '', offset = ''] = clock.split(' ');
  const [, sign = '', hours = '', minutes = ''] = /^(.)(\d\d):(\d\d)/.exec(offset) ?? [];
  const distance = `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
  return `${dayText(day)}, ${time} (UTC${distance === '+0' ? '' : distance})`;
}

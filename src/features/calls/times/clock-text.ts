import { dayText } from '#src/workspace/time-text.ts';

/** The minutes of a day; as a time of day, the midnight at its end. */
export const minutesOfDay = 1440;

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Formats a minute of the day: "09:30"; midnight at a day's end is "24:00". */
export const minuteText = (minute: number) =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

const typedTime = /^(\d{1,2}) ?(?:[:.h] ?(\d{2})|(\d{2})|h)? ?(?:([ap])\.?m\.?)?$/i;

/**
 * Parses a typed time of day: 9, 9h, 09:30, 9.30, 9h30, 930 or 9:30 pm, up to 24:00. Returns null if it is not a
 * time.
 */
export function typedMinuteOf(typed: string): number | null {
  const match = typedTime.exec(typed.replaceAll(/\s+/g, ' ').trim());
  if (!match) return null;
  const [, hourText, separated, joined, half] = match;
  const hour = Number(hourText);
  const minute = Number(separated ?? joined ?? 0);
  if (minute > 59) return null;
  if (half === undefined) return hour * 60 + minute <= minutesOfDay ? hour * 60 + minute : null;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * 60 + minute;
}

/** Returns the local time in a zone with its UTC offset: "2026-11-23 14:45 +05:45". */
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

/** Formats a local time for a sentence: "23 Nov 2026, 14:45 (UTC+5:45)". */
export function wallClockText(clock: string): string {
  const [day = '', time = '', offset = ''] = clock.split(' ');
  const [, sign = '', hours = '', minutes = ''] = /^(.)(\d\d):(\d\d)/.exec(offset) ?? [];
  const distance = `${sign}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
  return `${dayText(day)}, ${time} (UTC${distance === '+0' ? '' : distance})`;
}

/** The minutes of a day; as a minute, the midnight at its end. */
export const minutesOfDay = 1440;

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** A minute of the day as clocks show it: "09:30"; midnight at a day's end is "24:00". */
export const minuteText = (minute: number) =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/** The minute of the day that somebody typed: 9, 09:30, 9.30 or 930, up to 24:00; null where it is no time. */
export function typedMinuteOf(typed: string): number | null {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim());
  if (!match) return null;
  const minute = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return Number(match[2] ?? 0) < 60 && minute <= minutesOfDay ? minute : null;
}

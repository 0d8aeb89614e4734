import type { Calendar } from '#src/platform/calendar.ts';
import { dateFormatOf } from './locale.ts';
import { studioCalendar } from './studio-calendar.ts';

/** Returns a function that formats a moment in a calendar's time zone: "21 Nov 2026, 16:05". */
export function createWhenText({ timeZone }: Calendar): (moment: Date) => string {
  const format = dateFormatOf({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return (moment) => format.format(moment);
}

/** Returns a moment in the studio's time zone: "21 Nov 2026, 16:05". */
export const whenText = createWhenText(studioCalendar);

import type { Calendar } from '#src/platform/calendar.ts';
import { dateFormatOf } from './locale.ts';
import { studioCalendar } from './studio-calendar.ts';

/** What writes a moment by the clocks of a calendar: "21 Nov 2026, 16:05". */
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

/** A moment as text, on the studio's clock: "21 Nov 2026, 16:05". */
export const whenText = createWhenText(studioCalendar);

import { dateFormatOf } from './locale.ts';
import { studioCalendar } from './studio-calendar.ts';

const format = dateFormatOf({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: studioCalendar.timeZone,
});

/** A moment as text, on the studio's clock: "21 Nov 2026, 16:05". */
export const whenText = (moment: Date) => format.format(moment);

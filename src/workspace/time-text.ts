import { dateFormatOf } from '#src/studio/locale.ts';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import type { Calendar } from '#src/platform/calendar.ts';
import words from '#content/desk.yaml';
import { minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';

/** Returns hours and minutes: "9 h 05 m". */
export function hoursText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  return fill(words.hoursAndMinutes, {
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
}

const dayFormat = dateFormatOf({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A calendar day (YYYY-MM-DD) as text: "4 Dec 2026". */
export const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** Moments as text, by the clocks of a calendar. */
export function createMomentTexts({ timeZone, dayOf }: Calendar) {
  const shortDay = dateFormatOf({ day: 'numeric', month: 'short', timeZone });
  const longDay = dateFormatOf({ day: 'numeric', month: 'short', year: 'numeric', timeZone });
  const time = dateFormatOf({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return {
    /** The day of a moment as text: "4 Dec 2026". */
    momentDayText: (moment: Date) => longDay.format(moment),

    /** A moment as text, seen from `now`: "Today, 08:15", "19 Nov, 14:32", in another year "19 Nov 2025, 14:32". */
    momentText: (moment: Date, now: Date, today: string): string => {
      const [day, present] = [dayOf(moment), dayOf(now)];
      const isThisYear = day.slice(0, 4) === present.slice(0, 4);
      const name = day === present ? today : (isThisYear ? shortDay : longDay).format(moment);
      return `${name}, ${time.format(moment)}`;
    },
  };
}

/** By the studio's clocks. */
export const { momentDayText, momentText } = createMomentTexts(studioCalendar);

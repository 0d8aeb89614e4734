import site from '#content/site.yaml';
import { createCalendar } from '#src/platform/calendar.ts';

/** The studio's calendar: every computation with days or hours uses it. */
export const studioCalendar = createCalendar(site.timeZone);

/** The calendar day of a moment where the studio is, YYYY-MM-DD. */
export const studioDayOf = studioCalendar.dayOf;

/** The hour of the day where the studio is, 0 to 23. */
export const studioHourOf = studioCalendar.hourOf;

import { createCalendar, daysAfter } from '#src/platform/calendar.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const quarterMs = 15 * minuteMs;

/**
 * Ranges in minutes of a day: office hours, the night hours in which most zones change their clocks, and the whole day.
 */
const allHours = [
  [9 * 60, 17 * 60 + 30],
  [30, 3 * 60 + 30],
  [0, 1440],
] as const;

/** Returns the quarter hours of each day of a zone, in order, with the minute that its clocks show at each. */
function readClocks(timeZone: string, fromMs: number, toMs: number) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const shown = new Map<string, { readonly ms: number; readonly minute: number }[]>();
  for (let ms = fromMs - dayMs; ms < toMs + dayMs; ms += quarterMs) {
    const [day = '', time = ''] = clock.format(ms).split(' ');
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const known = shown.get(day);
    if (known) known.push({ ms, minute });
    else shown.set(day, [{ ms, minute }]);
  }
  return shown;
}

/**
 * Compares the quarter hours that `spansOf` returns between hours, on every day of two years in every zone, with the
 * clock times at each of them, read one by one.
 */
export function zonesReadOneByOne() {
  const zones = Intl.supportedValuesOf('timeZone');
  const [fromMs, toMs] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2028-01-01T00:00:00Z')];
  let compared = 0;
  let different = 0;
  for (const timeZone of zones) {
    const { spansOf } = createCalendar(timeZone);
    const shown = readClocks(timeZone, fromMs, toMs);
    for (let day = '2026-01-01'; day < '2028-01-01'; day = daysAfter(day, 1)) {
      for (const [opens, closes] of allHours) {
        const named = spansOf(day, opens, closes).flatMap(([from, to]) =>
          Array.from({ length: Math.ceil((to - from) / quarterMs) }, (_, n) => from + n * quarterMs),
        );
        const read = (shown.get(day) ?? []).filter(({ minute }) => minute >= opens && minute < closes);
        compared += read.length;
        if (named.join() !== read.map(({ ms }) => ms).join()) different += 1;
      }
    }
  }
  return { zones: zones.length, 'quarters of an hour': compared, 'days that differ': different };
}

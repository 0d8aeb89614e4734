const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMsOf(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - Math.floor(moment.getTime() / 1000) * 1000;
}

/** The moment at which the clocks of a zone show this hour of a day (YYYY-MM-DD). */
export function hourOfDay(day: string, hour: number, timeZone: string): Date {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`) + hour * hourMs;
  const guess = new Date(asUtcMs - offsetMsOf(new Date(asUtcMs), timeZone));
  // On a day on which the clocks change the first guess may stand on their other side.
  return new Date(asUtcMs - offsetMsOf(guess, timeZone));
}

/** The next time that the clocks of a zone show this hour. */
export function nextMorning(now: Date, hour: number, timeZone: string): Date {
  const localDay = (ms: number) =>
    new Date(ms + offsetMsOf(new Date(ms), timeZone)).toISOString().slice(0, 10);
  const today = hourOfDay(localDay(now.getTime()), hour, timeZone);
  return today > now ? today : hourOfDay(localDay(now.getTime() + dayMs), hour, timeZone);
}

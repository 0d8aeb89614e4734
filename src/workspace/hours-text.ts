import words from '#content/desk.yaml';
import { minuteMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';

/** Hours and minutes as the desk writes them: "9 h 05 m". */
export function hoursText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  return fill(words.hoursAndMinutes, {
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
}

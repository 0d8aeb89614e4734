import { fill } from '#src/platform/fill.ts';

/** Formats a time in a recording: 0:13.4, 12:00.0, 1:02:03.4. */
export function timeCodeOf(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** A time to the millisecond: 0:13.456, 1:02:03.456. */
export const exactCodeOf = (ms: number): string =>
  timeCodeOf(ms) + String(Math.floor(ms % 100)).padStart(2, '0');

/** Formats a time to the millisecond without trailing zeros after the tenth: 0:13.4, 0:13.456. */
export const shortCodeOf = (ms: number): string => exactCodeOf(ms).replace(/0{1,2}$/, '');

/** Formats a duration; below one second to the millisecond, so that it is never zero. */
export const lengthCodeOf = (ms: number): string => (ms < 1000 ? shortCodeOf(ms) : timeCodeOf(ms));

/** Formats a time, or a range with these labels: 0:13.4 to 0:15.0. */
export const spanTextOf = (atMs: number, untilMs: number | null, range: string): string =>
  untilMs === null ? timeCodeOf(atMs) : fill(range, { from: timeCodeOf(atMs), until: timeCodeOf(untilMs) });

/** Parses a typed time into milliseconds: "0:13.4", "13.4", "1:02:03", also with a comma; null if invalid. */
export function parseTimeCode(text: string): number | null {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!parts) return null;
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = parts;
  // Seconds after minutes, and minutes after hours, must be below 60.
  if (minutes !== '' && Number(seconds) >= 60) return null;
  if (parts[1] !== undefined && Number(minutes) >= 60) return null;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, '0'));
}

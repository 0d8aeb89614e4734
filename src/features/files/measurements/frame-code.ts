/** Tolerance before a frame's start, in frames, because times are stored in milliseconds. */
const tolerance = 0.05;

/** Returns the zero-based number of the frame shown at a time. `rate` is in frames per second. */
export const frameAt = (seconds: number, rate: number): number => Math.floor(seconds * rate + tolerance);

/** Returns the seek time of a frame in milliseconds: its middle, so that rounding never shows another frame. */
export const momentOfFrame = (frame: number, rate: number): number => (1000 * (frame + 0.5)) / rate;

const codeOf = (frame: number, perSecond: number, mark: ':' | ';') => {
  const seconds = Math.floor(frame / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${parts.map(twoDigits).join(':')}${mark}${twoDigits(frame % perSecond)}`;
};

/** Formats a frame as a non-drop time code, hh:mm:ss:ff: frame 1799 at 29.97 is 00:00:59:29. */
export const frameCodeOf = (frame: number, rate: number): string =>
  codeOf(frame, Math.max(1, Math.round(rate)), ':');

/** Returns true if this frame rate uses drop-frame time codes: 29.97, 59.94. */
export function isDropRate(rate: number): boolean {
  const perSecond = Math.round(rate);
  return perSecond > 0 && perSecond % 30 === 0 && Math.abs(rate - perSecond / 1.001) < 0.01;
}

/** Returns the frame numbers dropped per minute. */
const droppedAt = (perSecond: number) => perSecond / 15;

/**
 * Formats a frame as a drop-frame time code, hh:mm:ss;ff (SMPTE ST 12-1). To follow the clock, each minute except every
 * tenth skips its first numbers. Frame 1800 at 29.97 is 00:01:00;02.
 */
export function dropFrameCodeOf(frame: number, rate: number): string {
  const perSecond = Math.round(rate);
  const dropped = droppedAt(perSecond);
  const perMinute = 60 * perSecond - dropped;
  const perTenMinutes = 10 * perMinute + dropped;
  const minutes = Math.max(0, Math.floor(((frame % perTenMinutes) - dropped) / perMinute));
  const left = 9 * Math.floor(frame / perTenMinutes) + minutes;
  return codeOf(frame + dropped * left, perSecond, ';');
}

/** The number of the frame at the start of the second hour, 01:00:00:00. */
export const frameOfHour = (rate: number): number =>
  3600 * Math.round(rate) - (isDropRate(rate) ? 54 * droppedAt(Math.round(rate)) : 0);

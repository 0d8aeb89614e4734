/** A moment may lie this part of a frame before it and still be of it: moments are kept in milliseconds. */
const tolerance = 0.05;

/** The number of the frame that is shown at a moment, counted from 0. `rate` is in frames a second. */
export const frameAt = (seconds: number, rate: number): number => Math.floor(seconds * rate + tolerance);

/** The moment in milliseconds that a frame is sought at: its middle, so that nothing that is rounded shows another. */
export const momentOfFrame = (frame: number, rate: number): number => (1000 * (frame + 0.5)) / rate;

const codeOf = (frame: number, perSecond: number, mark: ':' | ';') => {
  const seconds = Math.floor(frame / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${parts.map(twoDigits).join(':')}${mark}${twoDigits(frame % perSecond)}`;
};

/** A frame as a time code, hh:mm:ss:ff, that counts every frame (non-drop): frame 1799 at 29.97 is 00:00:59:29. */
export const frameCodeOf = (frame: number, rate: number): string =>
  codeOf(frame, Math.max(1, Math.round(rate)), ':');

/** Returns true if this frame rate uses drop-frame time codes: 29.97, 59.94. */
export function isDropRate(rate: number): boolean {
  const perSecond = Math.round(rate);
  return perSecond > 0 && perSecond % 30 === 0 && Math.abs(rate - perSecond / 1.001) < 0.01;
}

/** How many numbers a minute leaves out. */
const droppedAt = (perSecond: number) => perSecond / 15;

/**
 * A frame as a drop-frame time code, hh:mm:ss;ff (SMPTE ST 12-1): so that it keeps to the clock, each minute but every tenth leaves out
 * its first numbers. Frame 1800 at 29.97 is 00:01:00;02.
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

/** A moment may lie this part of a frame before it and still be of it: moments are kept in milliseconds. */
const tolerance = 0.05;

/** The number of the frame that is shown at a moment, counted from 0. `rate` is in frames a second. */
export const frameAt = (seconds: number, rate: number): number => Math.floor(seconds * rate + tolerance);

/** The moment in milliseconds that a frame is sought at: its middle, so that nothing that is rounded shows another. */
export const momentOfFrame = (frame: number, rate: number): number => (1000 * (frame + 0.5)) / rate;

/** A frame as a time code, hh:mm:ss:ff, that counts every frame (non-drop): frame 1799 at 29.97 is 00:00:59:29. */
export function frameCodeOf(frame: number, rate: number): string {
  const perSecond = Math.max(1, Math.round(rate));
  const seconds = Math.floor(frame / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % perSecond];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

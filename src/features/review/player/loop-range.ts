/** A range of a recording, in whole milliseconds. */
export type LoopRange = { readonly fromMs: number; readonly toMs: number };

/** The shortest range that is looped, in milliseconds. */
export const leastLoopMs = 50;

const secondsOf = (ms: number) => (ms / 1000).toFixed(3);

/** Formats a range for an address, in seconds with milliseconds: "12.000-15.500". */
export const loopTextOf = ({ fromMs, toMs }: LoopRange): string => `${secondsOf(fromMs)}-${secondsOf(toMs)}`;

/** Parses a range of an address; null if it is missing, invalid, too short or starts after the end. */
export function parseLoop(text: string | null, durationMs: number): LoopRange | null {
  const parts = /^(\d{1,6}(?:\.\d{1,3})?)-(\d{1,6}(?:\.\d{1,3})?)$/.exec(text ?? '');
  if (!parts) return null;
  const [fromMs = 0, end = 0] = [parts[1], parts[2]].map((seconds) => Math.round(Number(seconds) * 1000));
  const toMs = Math.min(end, durationMs);
  return toMs - fromMs >= leastLoopMs ? { fromMs, toMs } : null;
}

/** Calls back after this many milliseconds. Returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

export const after: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/**
 * Resolves when `awaited` does, or after `ms` at the latest, and leaves no timer. Rejects if `awaited` rejects before.
 */
export async function waitAtMost(ms: number, awaited: Promise<unknown>, wait: After): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<void>((resolve) => (cancel = wait(ms, resolve)));
  await Promise.race([awaited, late]);
  cancel();
}

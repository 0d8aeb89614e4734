/** Calls back after so many milliseconds; returns what cancels that. */
export type After = (ms: number, callback: () => void) => () => void;

export const after: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Resolves when `awaited` does, and after `ms` at the latest; leaves no timer. Rejects when `awaited` does before. */
export async function waitAtMost(ms: number, awaited: Promise<unknown>, wait: After): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<void>((resolve) => (cancel = wait(ms, resolve)));
  await Promise.race([awaited, late]);
  cancel();
}

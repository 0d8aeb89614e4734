/**
 * Resolves or rejects with `work`, or rejects with the error of `onTimeout` if it has not settled after `limitMs`. The work itself
 * goes on, as it cannot be cancelled.
 */
export async function withTimeout<T>(
  work: Promise<T>,
  limitMs: number,
  onTimeout: () => Error = () => new Error(`No answer after ${limitMs} ms`),
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(onTimeout()), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

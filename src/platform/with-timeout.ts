/**
 * Settles like `work`, or rejects with the error of `onTimeout` after `limitMs`. The work itself continues, as it
 * cannot be cancelled.
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

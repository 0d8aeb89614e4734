/** Loads something on first use. Returns null on failure and retries on the next call. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T | null> {
  let loading: Promise<T | null> | undefined;
  return () =>
    (loading ??= load().catch(() => {
      loading = undefined;
      return null;
    }));
}

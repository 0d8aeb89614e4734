/** Loads something when it is first asked for. Null where it did not arrive; it is tried again when it is asked for again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T | null> {
  let loading: Promise<T | null> | undefined;
  return () =>
    (loading ??= load().catch(() => {
      loading = undefined;
      return null;
    }));
}

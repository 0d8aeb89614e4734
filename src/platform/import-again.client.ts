/**
 * Imports a module, and retries after a failure. Many browsers remember a failed module address until the page is
 * reloaded (https://github.com/whatwg/html/issues/6768), so the retry uses another address if the browser's error names
 * the failed one. Rejects as the import does.
 */
export function importAgain<T>(load: () => Promise<T>): () => Promise<T> {
  let failed: string | undefined;
  let tries = 0;
  return () =>
    (failed ? (import(/* @vite-ignore */ `${failed}?again=${tries}`) as Promise<T>) : load()).catch(
      (error: unknown) => {
        tries += 1;
        failed ??= String(error)
          .split(' ')
          .find((word) => word.endsWith('.js'));
        throw error;
      },
    );
}

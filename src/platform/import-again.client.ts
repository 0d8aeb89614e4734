/**
 * Imports a module each time it is asked for. Many browsers remember that an address gave no module and refuse it until the page is
 * loaded anew (https://github.com/whatwg/html/issues/6768): the next time it is asked for under another address, where the browser's
 * error names the one that failed. Rejects as the import does.
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

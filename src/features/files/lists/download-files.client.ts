/**
 * Clears the checkboxes once their download was requested: while one is checked, the file list postpones its updates.
 */
export function wireDownloads(root: Document): void {
  root.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.matches('[data-reset-when-sent]'))
      setTimeout(() => target.reset());
  });
}

/** Unticks the boxes once their download was asked for: as long as one is ticked, the list of files waits with its updates. */
export function wireDownloads(root: Document): void {
  root.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.matches('[data-reset-when-sent]'))
      setTimeout(() => target.reset());
  });
}

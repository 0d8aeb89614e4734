/**
 * In-page targets: the browser scrolls there (smoothly, by the style sheet); focus follows, and a folded target
 * opens. A second click on a link to the section the address already names works like the first.
 */
export function wireInPage(root: Document, view: Window): void {
  /** `isHere` when the page stood before it was sent to the target. */
  const arrive = (isHere: boolean) => {
    const target = view.location.hash && root.getElementById(view.location.hash.slice(1));
    if (!target) return;
    const fold = target.closest('details');
    if (fold) {
      fold.open = true;
      // The browser's own smooth scrolling gives up on what was folded when it began.
      if (isHere) target.scrollIntoView();
    }
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  root.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    if (link?.href === view.location.href) setTimeout(arrive, 0, true);
  });
  view.addEventListener('hashchange', () => arrive(true));
  view.addEventListener('load', () => root.documentElement.toggleAttribute('data-arrived', true));
  arrive(false);
}

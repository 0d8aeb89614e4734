/**
 * In-page targets: the browser scrolls there (smoothly, by the style sheet); focus follows, and a folded target
 * opens. A second click on a link to the section the address already names works like the first.
 */
export function wireInPage(root: Document, view: Window): void {
  const arrive = () => {
    const target = view.location.hash && root.getElementById(view.location.hash.slice(1));
    if (!target) return;
    const fold = target.closest('details');
    if (fold) fold.open = true;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  root.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('a[href*="#"]');
    if (link?.href === view.location.href) setTimeout(arrive);
  });
  view.addEventListener('hashchange', arrive);
  view.addEventListener('load', () => root.documentElement.toggleAttribute('data-arrived', true));
  arrive();
}

import type { Visitor } from './visitor-status.client.ts';

/** Makes the header an opaque plate while the page is scrolled by more than 50 px. */
function wireHeader(root: Document, view: Window): void {
  const header = root.querySelector('[data-site-header]');
  if (!header) return;
  const update = () => header.toggleAttribute('data-opaque', view.scrollY > 50);
  view.addEventListener('scroll', update, { passive: true });
  // Reading scrollY now would force an extra layout before the first frame.
  view.requestAnimationFrame(update);
}

/**
 * The menu is a native popover: the browser opens it, closes it on Escape and outside clicks, and returns focus.
 * This closes it when an entry is chosen, and updates the label of its button.
 */
function wireMenu(root: Document, view: Window): void {
  const menu = root.getElementById('site-menu');
  const button = root.querySelector<HTMLElement>('[data-menu-button]');
  if (!menu || !button) return;
  const openLabel = button.ariaLabel;
  const { documentElement } = root;
  menu.addEventListener('beforetoggle', () => {
    // Keeps the space of the page's scroll bar while the menu covers the page.
    if (view.innerWidth > documentElement.clientWidth) documentElement.style.scrollbarGutter = 'stable';
  });
  menu.addEventListener('toggle', (event) => {
    button.ariaLabel = event.newState === 'open' ? (button.dataset.closeLabel ?? null) : openLabel;
  });
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[href]')) menu.hidePopover();
  });
}

/**
 * Opens a `<details>` that is a scroll target without animation: an animated one has no height to scroll to yet, and
 * one closing above it would move it.
 */
function openAtOnce(fold: HTMLDetailsElement): void {
  // Those that close when it opens have the same parent.
  const folds = fold.parentElement;
  const wasAtOnce = folds?.hasAttribute('data-at-once') ?? false;
  folds?.setAttribute('data-at-once', '');
  fold.open = true;
  fold.getBoundingClientRect();
  folds?.toggleAttribute('data-at-once', wasAtOnce);
}

/**
 * In-page targets: the browser scrolls there (smoothly, by the style sheet); focus follows, and a folded target
 * opens. A second click on a link to the section the address already names works like the first.
 */
function wireInPage(root: Document, view: Window): void {
  /** `isHere`: the page was already loaded when the target was chosen. */
  const arrive = (isHere: boolean) => {
    const target = view.location.hash && root.getElementById(view.location.hash.slice(1));
    if (!target) return;
    const fold = target.closest('details');
    if (fold) {
      openAtOnce(fold);
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
  // From here on scrolling and opening are animated.
  view.addEventListener('load', () => {
    root.documentElement.setAttribute('data-arrived', '');
    for (const folds of root.querySelectorAll('[data-at-once]')) folds.removeAttribute('data-at-once');
  });
  arrive(false);
}

/** Makes the frame of every page work: the header, the menu, and links to a place of the same page. */
export function wireFrame(root: Document, view: Window): void {
  wireHeader(root, view);
  wireMenu(root, view);
  wireInPage(root, view);
}

/** Turns the portal entries in header, menu and footer into links. */
function openHubEntries(root: Document): void {
  for (const entry of root.querySelectorAll<HTMLAnchorElement>('a[data-hub-entry]')) {
    entry.href = entry.dataset.hubEntry ?? '';
    entry.removeAttribute('role');
    entry.ariaDisabled = null;
  }
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-hub-link]')) {
    link.href = link.dataset.hubLink ?? '';
  }
}

/**
 * Enables the links to the portal or the desk once the server has identified the visitor; "Sign in" becomes one of
 * them.
 */
export function openWorkspaces(root: Document, { status, role }: Visitor): void {
  const isClient = status === 'converted';
  if (isClient) openHubEntries(root);
  if (!isClient && role !== 'team') return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[data-sign-in]')) {
    const label = link.querySelector<HTMLElement>('span');
    if (label) label.textContent = label.dataset[isClient ? 'client' : 'team'] ?? '';
    link.href = isClient ? '/portal' : '/desk';
  }
}

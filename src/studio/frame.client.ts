import type { Visitor } from './visitor-status.client.ts';

/** Makes the header an opaque plate while the page is scrolled by more than 50 px. */
function wireHeader(root: Document, view: Window): void {
  const header = root.querySelector('[data-site-header]');
  if (!header) return;
  const update = () => header.toggleAttribute('data-opaque', view.scrollY > 50);
  view.addEventListener('scroll', update, { passive: true });
  // Asked now, it would have the whole page laid out before the first frame does the same.
  view.requestAnimationFrame(update);
}

/**
 * The menu is a native popover: the browser opens it, closes it on Escape and outside clicks, and returns focus.
 * Here it learns to close when an entry is chosen, and its button to say what it will do.
 */
function wireMenu(root: Document, view: Window): void {
  const menu = root.getElementById('site-menu');
  const button = root.querySelector<HTMLElement>('[data-menu-button]');
  if (!menu || !button) return;
  const openLabel = button.ariaLabel;
  const { documentElement } = root;
  menu.addEventListener('beforetoggle', () => {
    // If the page's scroll bar takes space, that space is kept free while the menu covers the page.
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
 * Opens a fold that is to be scrolled to, at once and not bit by bit: scrolling to what has no height yet goes nowhere,
 * and what folds up above it would move it on the way.
 */
function openAtOnce(fold: HTMLDetailsElement): void {
  // Folds that close when it opens have the same parent.
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
  /** `isHere` when the page stood before it was sent to the target. */
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
  // From here on links scroll smoothly, and folds unfold.
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

/** Turns the entries to the portal in header, menu and footer into links. */
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

/** Opens the ways to the portal or the desk, by the server's word on who this is; "Sign in" becomes one of them. */
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

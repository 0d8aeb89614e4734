/**
 * The menu is a native popover: the browser opens it, closes it on Escape and outside clicks, and returns focus.
 * Here it learns to close when an entry is chosen, and its button to say what it will do.
 */
export function wireMenu(root: Document): void {
  const menu = root.getElementById('site-menu');
  const button = root.querySelector<HTMLElement>('[data-menu-button]');
  if (!menu || !button) return;
  const openLabel = button.ariaLabel;
  menu.addEventListener('toggle', (event) => {
    button.ariaLabel = event.newState === 'open' ? (button.dataset.closeLabel ?? null) : openLabel;
  });
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a[href]')) menu.hidePopover();
  });
}

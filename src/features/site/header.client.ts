/** Makes the header an opaque plate while the page is scrolled by more than 50 px. */
export function wireHeader(root: Document, view: Window): void {
  const header = root.querySelector('[data-site-header]');
  if (!header) return;
  const update = () => header.toggleAttribute('data-opaque', view.scrollY > 50);
  view.addEventListener('scroll', update, { passive: true });
  update();
}

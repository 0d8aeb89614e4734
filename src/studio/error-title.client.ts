import { fill } from '#src/platform/fill.ts';

/** Returns the text before and after the title of a page with an error. */
const partsOf = (root: Document) => fill(root.body.dataset['errorTitle'] ?? '', { title: '\n' }).split('\n');

/** Prefixes the page's title permanently, for an error that belongs to no field. */
export function prefixErrorTitle(root: Document): void {
  const [prefix = '', suffix = ''] = partsOf(root);
  if (!root.title.startsWith(prefix)) root.title = `${prefix}${root.title}${suffix}`;
}

/**
 * Prefixes the page's title while a field is marked as invalid, so that screen readers and the list of tabs show it.
 * The pattern is in the body's `data-error-title`.
 */
export function watchErrors(root: Document): void {
  const [prefix = '', suffix = ''] = partsOf(root);
  const own = root.title.startsWith(prefix) ? root.title.slice(prefix.length) : root.title;
  const look = () => {
    const isInvalid = root.querySelector('[aria-invalid="true"]') !== null;
    root.title = isInvalid ? `${prefix}${own}${suffix}` : own;
  };
  new MutationObserver(look).observe(root.body, { subtree: true, attributeFilter: ['aria-invalid'] });
  look();
}

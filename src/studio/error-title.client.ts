import { fill } from '#src/platform/fill.ts';

/** What stands before and behind the title of a page with a fault. */
const partsOf = (root: Document) => fill(root.body.dataset['errorTitle'] ?? '', { title: '\n' }).split('\n');

/** Lets the page's title begin with that word from here on, where something failed for which no field can be marked. */
export function prefixErrorTitle(root: Document): void {
  const [prefix = '', suffix = ''] = partsOf(root);
  if (!root.title.startsWith(prefix)) root.title = `${prefix}${root.title}${suffix}`;
}

/**
 * Lets the page's title begin with a word for as long as a field is marked as wrong, so that it is heard and seen in a list of
 * tabs. The sentence, with its place for the title, stands on the body.
 */
export function watchErrors(root: Document): void {
  const [prefix = '', suffix = ''] = partsOf(root);
  const own = root.title.startsWith(prefix) ? root.title.slice(prefix.length) : root.title;
  const look = () => {
    const isFaulty = root.querySelector('[aria-invalid="true"]') !== null;
    root.title = isFaulty ? `${prefix}${own}${suffix}` : own;
  };
  new MutationObserver(look).observe(root.body, { subtree: true, attributeFilter: ['aria-invalid'] });
  look();
}

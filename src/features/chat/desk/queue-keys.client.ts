/** True while keys are text: in a field, or with a modifier. */
const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], dialog') !== null);

/** Moves through the queue by J and K, from the open chat; Enter follows the focused link. */
export function wireQueueKeys(root: Document): void {
  root.addEventListener('keydown', (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || isTyping(event)) return;
    const links = [...root.querySelectorAll<HTMLElement>('[data-queued]')];
    const focused = links.findIndex((link) => link === root.activeElement);
    const from = focused === -1 ? links.findIndex((link) => link.ariaCurrent === 'true') : focused;
    // Nothing is open: J begins at the first, K at the last.
    const next = from === -1 ? (step === 1 ? 0 : links.length - 1) : from + step;
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  });
}

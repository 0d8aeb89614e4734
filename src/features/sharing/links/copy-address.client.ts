/** Shows the copy buttons, including ones added later, if the browser allows copying. */
export function wireCopying(root: Document): void {
  if (!('clipboard' in navigator)) return;
  const offer = () => {
    for (const button of root.querySelectorAll<HTMLElement>('[data-copies][hidden]')) button.hidden = false;
  };
  offer();
  new MutationObserver(offer).observe(root.body, { childList: true, subtree: true });
  root.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copies]');
    const field = root.getElementById(button?.dataset['copies'] ?? '');
    if (!button || !(field instanceof HTMLInputElement)) return;
    const status = button.parentElement?.querySelector<HTMLElement>('[data-copied]');
    const say = () => {
      if (status) status.textContent = status.dataset['copied'] ?? '';
    };
    // If copying fails, the selected address can be copied by hand.
    field.select();
    void navigator.clipboard.writeText(field.value).then(say, () => undefined);
  });
}

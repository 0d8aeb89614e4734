const begun = /(?:^|[^\p{L}\p{M}\p{N}_])@([^@\n]{0,60})$/u;

/**
 * Offers names below a text box after an "@" is typed: Enter or Tab picks the first, a click any. Without scripts all
 * names are shown.
 */
export function wireMentions(box: HTMLTextAreaElement, offer: HTMLElement | null): void {
  const names = [...(offer?.querySelectorAll('[data-reader]') ?? [])].map(({ textContent }) => textContent);
  if (!offer) return;
  offer.hidden = true;
  const hint = offer.firstChild?.textContent ?? '';

  const typed = () => begun.exec(box.value.slice(0, box.selectionStart))?.[1] ?? null;

  function matching(): string[] {
    const text = typed()?.toLowerCase();
    if (text === undefined) return [];
    return names.filter((name) => name.toLowerCase().startsWith(text) && name.length > text.length);
  }

  function take(name: string): void {
    const before = box.value.slice(0, box.selectionStart - (typed()?.length ?? 0));
    const after = box.value.slice(box.selectionStart);
    box.value = `${before}${name} ${after}`;
    box.selectionStart = box.selectionEnd = before.length + name.length + 1;
    box.focus();
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function show(): void {
    const found = matching();
    const buttons = found.map((name) => {
      const one = document.createElement('button');
      one.type = 'button';
      one.textContent = `@${name}`;
      one.addEventListener('click', () => take(name));
      return one;
    });
    offer?.replaceChildren(hint, ...buttons);
    if (offer) offer.hidden = found.length === 0;
  }

  box.addEventListener('input', show);
  // Something may have been typed before this script was loaded.
  show();
  box.addEventListener('keydown', (event) => {
    const [first] = offer.hidden ? [] : matching();
    if (first === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === 'Escape') offer.hidden = true;
    if (event.key !== 'Enter' && event.key !== 'Tab') return;
    event.preventDefault();
    take(first);
  });
}

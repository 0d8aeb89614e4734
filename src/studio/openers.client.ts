/** Opens a dialog or panel: `warm` runs when it is likely to be used, `open` when it is. */
export interface Opener {
  readonly warm?: () => unknown;
  /** Returns false if it cannot open, so that the link is followed instead. */
  readonly open: (kind: string, from: HTMLElement) => boolean;
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** Makes every `[data-opens]` link open its dialog or panel in place. The part before a colon selects the opener. */
export function wireOpeners(root: Document, openers: Readonly<Record<string, Opener>>): void {
  const find = (target: EventTarget | null) => {
    const from = (target as Element).closest?.<HTMLElement>('[data-opens]');
    const kind = from?.dataset.opens ?? '';
    const opener = openers[kind.split(':')[0] ?? ''];
    return from && opener ? { from, kind, opener } : null;
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart']) {
    root.addEventListener(sign, ({ target }) => find(target)?.opener.warm?.(), { passive: true });
  }
  root.addEventListener('keydown', (event) => {
    const from = event.key === ' ' && (event.target as Element).closest<HTMLElement>('a[role=button]');
    if (!from) return;
    event.preventDefault();
    from.click();
  });
  root.addEventListener('click', (event) => {
    const found = isPlainClick(event) && find(event.target);
    if (found && found.opener.open(found.kind, found.from)) event.preventDefault();
  });
}

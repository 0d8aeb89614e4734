/** The parts of one form, and what may be said in it. */
export function partsOf(form: HTMLFormElement) {
  const notice = (kind: 'failure' | 'success') => form.querySelector<HTMLElement>(`[data-${kind}]`);
  const detail = form.querySelector<HTMLElement>('[data-detail]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const label = button?.querySelector<HTMLElement>('[data-label] > span');
  const idleLabel = label?.textContent ?? '';
  const say = (kind: 'failure' | 'success', sentence: string | null) => {
    const place = notice(kind);
    const words = place?.querySelector('span');
    if (!place || !words) return;
    if (sentence !== null) words.textContent = sentence;
    place.hidden = sentence === null;
    // On a phone the form is taller than the screen.
    if (sentence !== null) place.scrollIntoView({ block: 'nearest' });
  };
  return {
    say,
    explain: (sentence: string) => {
      if (detail) detail.textContent = sentence;
    },
    setBusy: (isBusy: boolean, sending: string) => {
      if (!button || !label) return;
      // The busy button keeps its place and its width.
      button.style.minWidth = isBusy ? `${button.offsetWidth}px` : '';
      button.toggleAttribute('data-busy', isBusy);
      form.ariaBusy = isBusy ? 'true' : null;
      label.textContent = isBusy ? sending : idleLabel;
    },
  };
}

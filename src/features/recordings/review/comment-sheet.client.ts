const narrow = '(max-width: 50em)';

/** Presses the button that plays, and looks like it. */
function wireSecondButton(second: HTMLElement, first: HTMLElement): void {
  const show = () => {
    second.toggleAttribute('data-playing', first.hasAttribute('data-playing'));
    second.setAttribute('aria-label', first.getAttribute('aria-label') ?? '');
  };
  second.addEventListener('click', () => first.click());
  new MutationObserver(show).observe(first, { attributes: true });
  show();
}

/**
 * On a phone the comments are a sheet that a pin or a button opens, and the bar with that button stays below the player.
 * Returns the function that opens the sheet where there is one; it closes by its button, Escape, or a touch beside it.
 */
export function wireSheet(player: HTMLElement): () => void {
  const sheet = player.querySelector<HTMLElement>('[data-sheet]');
  const bar = player.querySelector<HTMLElement>('[data-bar]');
  const [first, second] = player.querySelectorAll<HTMLElement>('[data-play]');
  if (!sheet || !bar || !first || !second || !('showPopover' in sheet)) return () => undefined;
  wireSecondButton(second, first);
  bar.hidden = false;
  const screen = matchMedia(narrow);
  const open = () => {
    if (sheet.popover !== null && !sheet.matches(':popover-open')) sheet.showPopover();
  };
  function fit(): void {
    if (!sheet) return;
    sheet.popover = screen.matches ? 'auto' : null;
    sheet.role = screen.matches ? 'dialog' : 'group';
  }
  screen.addEventListener('change', fit);
  fit();
  // The address may name something in it: a comment, or the form.
  const named =
    location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named && sheet.contains(named)) {
    open();
    named.scrollIntoView({ block: 'nearest' });
  }
  return open;
}

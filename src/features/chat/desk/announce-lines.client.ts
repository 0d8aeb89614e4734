/** Makes a scrolling region focusable, so that it can be scrolled by keyboard. */
function makeScrollable(root: Document): void {
  const region = root.getElementById('chat-lines');
  if (!region) return;
  if (region.scrollHeight > region.clientHeight) region.tabIndex = 0;
  else region.removeAttribute('tabindex');
}

/** Announces each new line of the visitor to screen readers; typed text and focus are unchanged. */
export function announceNewLines(root: Document): void {
  const status = root.querySelector<HTMLElement>('[data-chat-said]');
  const panel = status?.parentElement;
  if (!status || !panel) return;
  const lines = () => [...panel.querySelectorAll<HTMLElement>('#chat-lines [data-seq]')];
  const seqOf = ({ dataset }: HTMLElement) => Number(dataset['seq']);
  const lastSeq = () => Math.max(0, ...lines().map(seqOf));
  let last = lastSeq();
  new ResizeObserver(() => makeScrollable(root)).observe(panel);
  // Live updates replace all lines at once.
  new MutationObserver(() => {
    makeScrollable(root);
    const fresh = lines().filter((line) => seqOf(line) > last && line.dataset['sender'] !== 'team');
    last = lastSeq();
    if (fresh.length > 0) status.textContent = fresh.map(({ innerText }) => innerText).join('\n');
  }).observe(panel, { childList: true });
}

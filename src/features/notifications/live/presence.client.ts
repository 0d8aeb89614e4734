const answerBoxes = '#reply-text, [data-message-form] textarea';

const isAnswering = (root: Document) =>
  [...root.querySelectorAll<HTMLTextAreaElement>(answerBoxes)].some(({ value }) => value.trim() !== '');

/** Shows who else has the page open. */
export function showPresence(root: Document, text: string): void {
  const note = root.querySelector('[data-presence]');
  if (note && note.textContent !== text) note.textContent = text;
}

/** Watches whether this member has typed an answer. `look` also notices that it was sent. */
export function watchAnswering(root: Document, onChange: () => void) {
  let is = false;
  function become(now: boolean): void {
    if (now === is) return;
    is = now;
    onChange();
  }
  root.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.matches(answerBoxes)) become(isAnswering(root));
  });
  return {
    is: () => is,
    look: () => become(is && isAnswering(root)),
  };
}

/** What can be turned off, with the name under which a browser keeps that. */
const names = { keys: 'antinode:review-keys', matching: 'antinode:match-levels' } as const;

type Optional = keyof typeof names;

/** Whether something is turned on in this browser, as it is until somebody turns it off. */
export function isTurnedOn(what: Optional): boolean {
  try {
    return localStorage.getItem(names[what]) !== 'off';
  } catch {
    return true;
  }
}

/** Turns it on or off; where storage is blocked, that lasts as long as the page alone. */
export function setTurnedOn(what: Optional, isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(names[what]);
    else localStorage.setItem(names[what], 'off');
  } catch {
    // Storage is blocked.
  }
}

const writing = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const pressed = 'button, a, summary, [type=checkbox]';

/** Whether a key press is for what has the focus, or for the browser. */
export function isForOthers(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || (shiftKey && key !== '?')) return true;
  if (document.querySelector('dialog:modal')) return true;
  const focused = target instanceof Element ? target : document.body;
  return focused.closest(writing) !== null || (key === ' ' && focused.closest(pressed) !== null);
}

/** False if single keys are turned off in this browser, as WCAG 2.1.4 asks. */
export const areKeysOn = () => isTurnedOn('keys');

/** Turns single keys on or off in this browser. */
export const setKeysOn = (isOn: boolean) => setTurnedOn('keys', isOn);

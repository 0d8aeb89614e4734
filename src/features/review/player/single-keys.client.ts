import { isTurnedOn, setTurnedOn } from './turned-on.client.ts';

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

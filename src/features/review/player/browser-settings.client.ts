/** Settings that can be turned off, with their keys in local storage. */
const names = { keys: 'antinode:review-keys', matching: 'antinode:match-levels' } as const;

type Setting = keyof typeof names;

/** Returns true unless the setting is turned off in this browser. */
export function isSettingOn(setting: Setting): boolean {
  try {
    return localStorage.getItem(names[setting]) !== 'off';
  } catch {
    return true;
  }
}

/** Turns a setting on or off. If storage is blocked, the setting lasts only as long as the page. */
export function setSetting(setting: Setting, isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(names[setting]);
    else localStorage.setItem(names[setting], 'off');
  } catch {
    // Storage is blocked.
  }
}

const writing = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const pressed = 'button, a, summary, [type=checkbox]';

/** Returns true if a key press belongs to the focused element or to the browser. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || (shiftKey && key !== '?')) return true;
  if (document.querySelector('dialog:modal')) return true;
  const focused = target instanceof Element ? target : document.body;
  return focused.closest(writing) !== null || (key === ' ' && focused.closest(pressed) !== null);
}

/** Returns false if single keys are turned off in this browser (WCAG 2.1.4). */
export const areKeysOn = () => isSettingOn('keys');

/** Turns single keys on or off in this browser. */
export const setKeysOn = (isOn: boolean) => setSetting('keys', isOn);

/** Settings of the player in this browser, with their keys in local storage. */
const names = {
  keys: 'antinode:review-keys',
  matching: 'antinode:match-levels',
  details: 'antinode:player-details',
  volume: 'antinode:player-volume',
  playOn: 'antinode:play-next',
} as const;

type Setting = keyof typeof names;

/** Returns a stored setting; null if it has its default. */
export function storedSetting(setting: Setting): string | null {
  try {
    return localStorage.getItem(names[setting]);
  } catch {
    return null;
  }
}

/** Stores a setting; null restores its default. If storage is blocked, it lasts only as long as the page. */
export function storeSetting(setting: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(names[setting]);
    else localStorage.setItem(names[setting], value);
  } catch {
    // Storage is blocked.
  }
}

/** Returns true unless the setting is turned off in this browser. */
export const isSettingOn = (setting: 'keys' | 'matching') => storedSetting(setting) !== 'off';

/** Turns a setting on or off. */
export const setSetting = (setting: 'keys' | 'matching', isOn: boolean) =>
  storeSetting(setting, isOn ? null : 'off');

const writing = 'input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]';
const pressed = 'button, a, summary, [type=checkbox]';

/** Returns true if a key press belongs to the focused element or to the browser. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || (shiftKey && key !== '?' && key !== '/'))
    return true;
  if (document.querySelector('dialog:modal')) return true;
  const focused = target instanceof Element ? target : document.body;
  return focused.closest(writing) !== null || (key === ' ' && focused.closest(pressed) !== null);
}

/** Returns false if single keys are turned off in this browser (WCAG 2.1.4). */
export const areKeysOn = () => isSettingOn('keys');

/** Turns single keys on or off in this browser. */
export const setKeysOn = (isOn: boolean) => setSetting('keys', isOn);

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

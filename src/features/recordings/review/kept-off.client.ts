/** What can be turned off, with the name under which a browser keeps that. */
const names = { keys: 'antinode:review-keys', matching: 'antinode:match-levels' } as const;

type Optional = keyof typeof names;

/** Whether something is turned off in this browser. */
export function isKeptOff(what: Optional): boolean {
  try {
    return localStorage.getItem(names[what]) === 'off';
  } catch {
    return false;
  }
}

/** Turns it off or on; where storage is blocked, that lasts as long as the page alone. */
export function keepOff(what: Optional, isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(names[what], 'off');
    else localStorage.removeItem(names[what]);
  } catch {
    // Storage is blocked.
  }
}

/** Whether something is turned off in this browser. */
export function isKeptOff(name: string): boolean {
  try {
    return localStorage.getItem(`antinode:${name}`) === 'off';
  } catch {
    return false;
  }
}

/** Turns it off or on; where storage is blocked, that lasts as long as the page alone. */
export function keepOff(name: string, isOff: boolean): void {
  try {
    if (isOff) localStorage.setItem(`antinode:${name}`, 'off');
    else localStorage.removeItem(`antinode:${name}`);
  } catch {
    // Storage is blocked.
  }
}

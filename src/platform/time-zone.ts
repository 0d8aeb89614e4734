/** Is this a name of the IANA list that this process knows? A mere distance from UTC is none: it says nothing of the day after a change. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{0,63}$/i.test(name)) return false;
  try {
    return canonicalZoneOf(name) !== '';
  } catch {
    return false;
  }
}

/** One name for a zone whatever it is called: engines say Asia/Katmandu where others say Asia/Kathmandu. */
export const canonicalZoneOf = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

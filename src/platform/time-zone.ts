/** Is this a name of the IANA list that this process knows? A mere distance from UTC is none: it says nothing of the day after a change. */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{0,63}$/i.test(name)) return false;
  try {
    return canonicalZoneOf(name) !== '';
  } catch {
    return false;
  }
}

/** Returns one name for a zone under any of its names: some engines say Asia/Katmandu, others Asia/Kathmandu. */
export const canonicalZoneOf = (name: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;

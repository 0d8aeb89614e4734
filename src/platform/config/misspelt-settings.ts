/** Shorter names are too similar to variables of other programs. */
const shortest = 8;

/** Returns true if two names differ by one letter that is wrong, missing or added, or by two swapped neighbours. */
function isSlipOf(name: string, meant: string): boolean {
  let same = 0;
  while (same < meant.length && name[same] === meant[same]) same += 1;
  const [rest, wanted] = [name.slice(same), meant.slice(same)];
  return (
    name !== meant &&
    (rest.slice(1) === wanted.slice(1) ||
      rest.slice(1) === wanted ||
      rest === wanted.slice(1) ||
      (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)))
  );
}

/**
 * Finds variables that are probably a misspelt setting, if that setting itself is missing: without DATABASE_URL a
 * studio would start with a new database. Returns a sentence for each.
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  const missing = settings.filter((name) => name.length >= shortest && !env[name]?.trim());
  return Object.keys(env).flatMap((name) => {
    const meant = settings.includes(name) ? undefined : missing.find((setting) => isSlipOf(name, setting));
    return meant === undefined ? [] : [`${name} is no setting, and ${meant}, which is one, is not set`];
  });
}

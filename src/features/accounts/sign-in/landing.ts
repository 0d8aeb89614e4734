import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import type { Role } from '#src/features/accounts/people/person.table.ts';

const homes: Readonly<Record<Role, string>> = { client: '/portal', team: '/desk' };

/** The start page of each role. */
export const homeOf = (role: Role) => homes[role];

const isWithin = (path: string, folder: string) =>
  path === folder || /^[/?#]/.test(path.slice(folder.length));

/** Is this path in the other role's workspace, or in the middle of signing in? */
function isElsewhere(path: string, role: Role): boolean {
  const others = (['client', 'team'] as const).filter((other) => other !== role).map(homeOf);
  return [...others, '/sign-in', '/access-restricted'].some(
    (folder) => path.startsWith(folder) && isWithin(path, folder),
  );
}

/** Returns where a person goes after signing in: the wanted path if it is ours and open to their role, else their start page. */
export function landingOf(role: Role, next: string | null): string {
  // Any origin serves: only what stays on it counts, and its path alone is kept.
  const target = redirectTargetOf(next ?? undefined, 'https://own.invalid', homeOf(role));
  return isElsewhere(target, role) ? homeOf(role) : target;
}

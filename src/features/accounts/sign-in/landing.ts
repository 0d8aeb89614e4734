import { redirectTargetOf } from '#src/platform/http/redirect-target.ts';
import type { Role } from '#src/features/accounts/people/person.table.ts';

const homes: Readonly<Record<Role, string>> = { client: '/portal', team: '/desk' };

/** Where each role works. */
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

/** Where somebody goes once they are signed in: where they wanted to go, if it is a path of ours that is open to them. */
export function landingOf(role: Role, next: string | null): string {
  // Any origin serves: only what stays on it counts, and its path alone is kept.
  const target = redirectTargetOf(next ?? undefined, 'https://own.invalid', homeOf(role));
  return isElsewhere(target, role) ? homeOf(role) : target;
}

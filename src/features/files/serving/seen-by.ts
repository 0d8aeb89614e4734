import { eq, type SQL } from 'drizzle-orm';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Which files may be seen: a condition for a query that joins their projects; undefined for all files. */
export type Sight = { readonly of: SQL | undefined };

/** The files that a signed-in person may see; null for a visitor. */
export const sightOf = (session: Session | null): Sight | null => session && { of: seenBy(session.person) };

/**
 * Matches the files that a person may see, in a query that joins their projects: a client's own, or all for the team (undefined).
 */
export const seenBy = (person: Person): SQL | undefined =>
  person.role === 'team' ? undefined : eq(projects.clientId, person.clientId);

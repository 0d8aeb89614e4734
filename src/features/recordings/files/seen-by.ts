import { eq, type SQL } from 'drizzle-orm';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Which files whoever asks may see: a condition for a query that joins their projects, undefined for every one. */
export type Sight = { readonly of: SQL | undefined };

/** What somebody who is signed in may see; null where nobody is. */
export const sightOf = (session: Session | null): Sight | null => session && { of: seenBy(session.person) };

/** Which files somebody may see, for a query that joins their projects: a client those of their own, the team every one. */
export const seenBy = (person: Person): SQL | undefined =>
  person.role === 'team' ? undefined : eq(projects.clientId, person.clientId);

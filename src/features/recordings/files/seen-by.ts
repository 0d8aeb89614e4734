import { eq, type SQL } from 'drizzle-orm';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** Which files somebody may see, for a query that joins their projects: a client those of their own, the team every one. */
export const seenBy = ({ id, role }: Person): SQL | undefined =>
  role === 'team' ? undefined : eq(projects.clientId, id);

import type { RouteRequest } from '#src/features/accounts/access/action.ts';
import { eq, type SQL } from 'drizzle-orm';
import type { Person, Session } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** A route's request for the bytes of the file or project in its URL. */
export type FileRequest = RouteRequest<'services' | 'session' | 'drained'>;

/** Even if a browser opens the bytes as a page, no script in them runs or reaches this site. */
export const inertHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** The visible files: a condition for a query that joins their projects; undefined for all files. */
export type VisibleFiles = { readonly of: SQL | undefined };

/** The files that a signed-in person may see; null for a visitor. */
export const visibleFilesOf = (session: Session | null): VisibleFiles | null =>
  session && { of: visibleTo(session.person) };

/**
 * Matches the files that a person may see, in a query that joins their projects: a client's own, or all for the team
 * (undefined).
 */
export const visibleTo = (person: Person): SQL | undefined =>
  person.role === 'team' ? undefined : eq(projects.clientId, person.clientId);

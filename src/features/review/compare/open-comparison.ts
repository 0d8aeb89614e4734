import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Services } from '#src/platform/services/services.ts';
import type { ShownComparison } from './comparison-panel.tsx';
import { findComparedFiles, type ComparedFiles } from './find-compared-files.ts';

/** Returns the address of a comparison in the player of the project's page. */
export const comparisonAddressOf = (
  { role }: Pick<Person, 'role'>,
  { older, newer }: Pick<ComparedFiles, 'older' | 'newer'>,
) =>
  `/${role === 'client' ? 'portal' : 'desk'}/projects/${newer.projectId}?file=${newer.id}&compare=${older.id}`;

/**
 * Finds the comparison that the address of a project's page names, with the recording in its player. Returns null
 * without one, and the address to redirect to if the player shows the older version.
 */
export async function openComparison(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  person: Person,
  { url, fileId }: { readonly url: URL; readonly fileId: string | undefined },
): Promise<ShownComparison | { readonly location: string } | null> {
  const other = url.searchParams.get('compare');
  if (other === null || fileId === undefined || !validate(other)) return null;
  const compared = await findComparedFiles(services, person, [fileId, other]);
  if (!compared) return null;
  if (compared.newer.id !== fileId) return { location: `${comparisonAddressOf(person, compared)}#player` };
  return { compared, isSame: url.searchParams.has('same') };
}

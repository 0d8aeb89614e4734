import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import type { Services } from '#src/platform/services/services.ts';
import { removeFile } from '../files.ts';
import { deleteRemovedFiles } from './removed-files.ts';

/** Removes a file and deletes it at once, as if its 30 days had passed. */
export async function deleteFile(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  actor: Actor,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
) {
  const removed = await removeFile(services, actor, { projectId, fileId });
  return removed.ok ? deleteRemovedFiles(services, actor, { projectId, fileId }) : removed;
}

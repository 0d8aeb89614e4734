import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import { lockProject } from '#src/features/projects/projects.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { fileLabelOf } from '../file-name.tsx';
import type { FileKey } from '../files.ts';
import { listProjectFiles } from '../list-project-files.ts';
import { files } from '../store/file.table.ts';
import { entriesOf } from './file-groups.ts';

/** Where an entry of the list goes: one place up or down, to the place of another entry, or back into the order by name. */
export type Place = 'up' | 'down' | 'by-name' | { readonly of: string };

/** Returns the ids in their new order; the same order if the entry cannot go there. */
function movedIn(ids: readonly string[], id: string, to: Exclude<Place, 'by-name'>): string[] {
  const from = ids.indexOf(id);
  const place = to === 'up' ? from - 1 : to === 'down' ? from + 1 : ids.indexOf(to.of);
  if (place < 0 || place >= ids.length) return [...ids];
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(place, 0, id);
}

/**
 * Moves an entry of the list within its group and folder, whose order is the team's own from then on. An entry that is
 * already first or last stays there; `by-name` removes the own order of its group and folder. The place of another entry
 * has to be in the same group and folder.
 */
export async function orderFile(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { projectId, fileId, to }: FileKey & { readonly to: Place },
): Promise<Outcome<'not-found'>> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (!project) return { ok: false, reason: 'not-found' };
    const entries = entriesOf(await listProjectFiles(tx, projectId));
    const entryOf = (id: string) => entries.find(({ versions }) => versions.some((file) => file.id === id));
    const entry = entryOf(fileId);
    if (!entry) return { ok: false, reason: 'not-found' };
    const near = entries.filter(({ group, folder }) => group === entry.group && folder === entry.folder);
    const ids = near.map(({ recordingId }) => recordingId);
    if (to === 'by-name') {
      const isOne = and(eq(files.projectId, projectId), inArray(files.recordingId, ids));
      await tx.update(files).set({ position: null }).where(isOne);
    } else {
      const other = typeof to === 'object' ? entryOf(to.of)?.recordingId : undefined;
      if (typeof to === 'object' && (other === undefined || !ids.includes(other)))
        return { ok: false, reason: 'not-found' };
      const place = typeof to === 'object' ? { of: other ?? '' } : to;
      const ordered = movedIn(ids, entry.recordingId, place);
      for (const [position, id] of ordered.entries()) {
        const isOne = and(eq(files.projectId, projectId), eq(files.recordingId, id));
        if (near.find(({ recordingId }) => recordingId === id)?.position !== position)
          await tx.update(files).set({ position }).where(isOne);
      }
    }
    await announce(tx, services, actor, {
      kind: 'files-ordered',
      clientId: project.clientId,
      projectId,
      subjectId: entry.file.id,
      details: { project: project.name, file: fileLabelOf(entry.file) },
    });
    return { ok: true };
  });
}

import { and, eq, isNull } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { announce, type AnnounceServices } from '#src/features/notices/announce.ts';
import { fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { timeCodeOf } from './time-code.ts';

/** Notes that what a remark asks for is done: by its project's client or by anybody in the team, once. */
export async function markCommentDone(
  db: Db,
  services: AnnounceServices,
  person: Person,
  { projectId, commentId }: { readonly projectId: string; readonly commentId: string },
): Promise<{ ok: true } | { ok: false; reason: 'not-found' }> {
  if (!validate(projectId) || !validate(commentId)) return { ok: false, reason: 'not-found' };
  return db.transaction(async (tx) => {
    const owner = person.role === 'client' ? eq(projects.clientId, person.id) : undefined;
    const [comment] = await tx
      .select({
        clientId: projects.clientId,
        project: projects.name,
        file: files.name,
        atMs: fileComments.atMs,
      })
      .from(fileComments)
      .innerJoin(files, eq(files.id, fileComments.fileId))
      .innerJoin(projects, eq(projects.id, files.projectId))
      .where(and(eq(fileComments.id, commentId), eq(projects.id, projectId), owner));
    if (!comment) return { ok: false, reason: 'not-found' };
    const [done] = await tx
      .update(fileComments)
      .set({ doneAt: services.clock.now(), doneByName: person.name })
      .where(and(eq(fileComments.id, commentId), isNull(fileComments.doneAt)))
      .returning({ id: fileComments.id });
    if (!done) return { ok: true };
    const { clientId, project, file, atMs } = comment;
    await announce(tx, services, person, {
      kind: 'comment-done',
      clientId,
      projectId,
      subjectId: commentId,
      details: { project, file, at: timeCodeOf(atMs) },
    });
    return { ok: true };
  });
}

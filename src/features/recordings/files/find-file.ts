import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { files } from './file.table.ts';
import { projects } from '#src/features/projects/project.table.ts';

/** A file's bytes and name, for its project's client and for the team; null for everybody else, as if it were not there. */
export async function findFile(db: Db, person: Person, fileId: string) {
  if (!validate(fileId)) return null;
  const owner = person.role === 'team' ? undefined : eq(projects.clientId, person.id);
  const { name, mediaType, sizeBytes, sha256, storageKey } = files;
  const [file] = await db
    .select({ name, mediaType, sizeBytes, sha256, storageKey })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(files.id, fileId), owner));
  return file ?? null;
}

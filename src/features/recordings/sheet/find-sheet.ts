import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { uploadCount, uploadNumber } from '#src/features/recordings/files/file-label.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { seenBy } from '#src/features/recordings/files/seen-by.ts';
import { findMeasurement } from '#src/features/recordings/measurements/find-measurement.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** A file with what was measured of it, for the client of its project and for the team; null for everybody else. */
export async function findSheet(db: Db, person: Person, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  const { id, projectId, name, kind, sizeBytes, sha256, uploadedAt } = files;
  const [file] = await db
    .select({ id, projectId, name, kind, sizeBytes, sha256, uploadedAt, uploadNumber, uploadCount })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(files.id, fileId ?? ''), seenBy(person)));
  if (!file) return null;
  const measurement = await findMeasurement(db, file.sha256);
  // A document has no sheet.
  return measurement && { file, measurement };
}

export type FoundSheet = NonNullable<Awaited<ReturnType<typeof findSheet>>>;

import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { SheetToApprove } from '#src/features/recordings/files/approve-file.ts';
import { uploadCount, uploadNumber } from '#src/features/recordings/files/file-label.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { seenBy } from '#src/features/recordings/files/seen-by.ts';
import { findMeasurement } from '#src/features/recordings/measurements/find-measurement.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findSpecification } from './check-delivery.ts';
import { sheetTextOf } from './sheet-rows.ts';

/** What a sheet says of a file and of what its project asks for. */
export const sheetFile = {
  id: files.id,
  projectId: files.projectId,
  name: files.name,
  kind: files.kind,
  sizeBytes: files.sizeBytes,
  sha256: files.sha256,
  uploadedAt: files.uploadedAt,
  uploadNumber,
  uploadCount,
  projectNumber: projects.number,
  specificationKey: projects.deliverySpecification,
  naming: projects.fileNaming,
};

/** A file with what was measured of it, for the client of its project and for the team; null for everybody else. */
export async function findSheet(db: Db, person: Person, fileId: string | undefined) {
  if (!validate(fileId)) return null;
  return findSheetOf(db, and(eq(files.id, fileId ?? ''), seenBy(person)));
}

async function findSheetOf(db: Db, isIt: ReturnType<typeof and>) {
  const [file] = await db
    .select(sheetFile)
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(isIt);
  if (!file) return null;
  const measurement = await findMeasurement(db, file.sha256);
  // A document has no sheet.
  return measurement && { file, measurement };
}

export type FoundSheet = NonNullable<Awaited<ReturnType<typeof findSheetOf>>>;

/** The sheet that is approved with a file: checked against what its project chose. Null where it has not been measured. */
export async function findSheetToApprove(db: Db, fileId: string): Promise<SheetToApprove | null> {
  const sheet = await findSheetOf(db, eq(files.id, fileId));
  return sheet?.measurement.measures
    ? sheetTextOf(sheet, findSpecification(sheet.file.specificationKey))
    : null;
}

/** The hashes of the sheets of those of these files that wait for approval, by the files' ids. */
export async function listSheetsToApprove(
  db: Db,
  projectFiles: readonly { readonly id: string; readonly isWaiting: boolean }[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const { id } of projectFiles.filter(({ isWaiting }) => isWaiting)) {
    const sheet = await findSheetToApprove(db, id);
    if (sheet) hashes.set(id, sheet.sha256);
  }
  return hashes;
}

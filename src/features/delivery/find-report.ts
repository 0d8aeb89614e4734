import { and, eq, inArray, type SQL, asc, or, sql } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { lacksSound } from '#src/features/files/store/file-type.ts';
import { files, fileApprovals } from '#src/features/files/store/file.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { measurementColumns } from '#src/features/files/measurements/sound-measurements.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Columns of a file and its project's agreements, for a query that joins the project. */
const reportFile = {
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
  isApproved: sql<boolean>`exists (select from file_approvals where file_id = ${files.id})`,
};

const listRows = (db: Db, isIt: SQL | undefined) =>
  db
    .select({ file: reportFile, mediaType: files.mediaType, measurement: measurementColumns })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .where(isIt);

type Row = Awaited<ReturnType<typeof listRows>>[number];

export type FoundReport = {
  readonly file: Row['file'];
  readonly measurement: NonNullable<Row['measurement']>;
};

/** The measurement of a file that has a recording's name but no sound; it is never measured. */
const withoutSound: FoundReport['measurement'] = {
  state: 'unmeasured',
  percent: 0,
  reason: 'no-sound',
  measures: null,
  picture: null,
  artefacts: {},
  measuredAt: null,
  before: 0,
};

/** Returns the reports of the files that match a condition; documents have none. */
export async function listReports(db: Db, isIt: SQL | undefined): Promise<FoundReport[]> {
  const rows = await listRows(db, isIt);
  return rows.flatMap(({ file, mediaType, measurement: found }) => {
    const measurement = found ?? (lacksSound({ ...file, mediaType }) ? withoutSound : null);
    return measurement ? [{ file, measurement }] : [];
  });
}

/** Returns a file with its measurement if this person may see it; otherwise null. */
export async function findReport(
  db: Db,
  person: Person,
  fileId: string | undefined,
): Promise<FoundReport | null> {
  if (!validate(fileId)) return null;
  const [report] = await listReports(db, and(eq(files.id, fileId ?? ''), visibleTo(person)));
  return report ?? null;
}

/** Returns the reports of these files, by file id. */
export async function findReports(
  db: Db,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FoundReport>> {
  const reports = fileIds.length > 0 ? await listReports(db, inArray(files.id, [...fileIds])) : [];
  return new Map(reports.map((report) => [report.file.id, report]));
}

const isHash = (text: string) => /^[\da-f]{64}$/.test(text);

/**
 * Lists the files that a person may see whose bytes or approved delivery report have this SHA-256 (hexadecimal, either
 * case), ordered by approval; `approvedAt` is null if a file was not approved.
 */
export async function listHashMatches(db: Db, person: Person, hash: string | undefined) {
  const sha256 = hash?.toLowerCase() ?? '';
  if (!isHash(sha256)) return [];
  const { approvedAt, approvedByName, sheet, sheetSha256 } = fileApprovals;
  return db
    .select({ file: reportFile, approvedAt, approvedByName, sheet, sheetSha256 })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(or(eq(files.sha256, sha256), eq(sheetSha256, sha256)), visibleTo(person)))
    .orderBy(asc(approvedAt), asc(files.id));
}

export type HashMatch = Awaited<ReturnType<typeof listHashMatches>>[number];

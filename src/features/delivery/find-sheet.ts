import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { ReportToApprove } from '#src/features/files/approvals/approve-file.ts';
import { uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { lacksSound } from '#src/features/files/store/file-type.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { measurementColumns } from '#src/features/files/measurements/sound-measurements.ts';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { findSpecification } from './check-delivery.ts';
import { reportTextOf } from './sheet-rows.ts';

/** The columns of a sheet about a file and its project's agreements. */
export const reportFile = {
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

/** A file that is named like a recording but does not begin like one is never measured. */
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

/** The sheets of the files of which this is true; a document has none. */
async function listReports(db: Db, isIt: SQL | undefined): Promise<FoundReport[]> {
  const rows = await listRows(db, isIt);
  return rows.flatMap(({ file, mediaType, measurement: found }) => {
    const measurement = found ?? (lacksSound({ ...file, mediaType }) ? withoutSound : null);
    return measurement ? [{ file, measurement }] : [];
  });
}

/** A file with what was measured of it, for the client of its project and for the team; null for everybody else. */
export async function findReport(
  db: Db,
  person: Person,
  fileId: string | undefined,
): Promise<FoundReport | null> {
  if (!validate(fileId)) return null;
  const [sheet] = await listReports(db, and(eq(files.id, fileId ?? ''), visibleTo(person)));
  return sheet ?? null;
}

/** The sheets of these files, by the files' ids. */
export async function findReports(
  db: Db,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, FoundReport>> {
  const sheets = fileIds.length > 0 ? await listReports(db, inArray(files.id, [...fileIds])) : [];
  return new Map(sheets.map((sheet) => [sheet.file.id, sheet]));
}

/** The sheet that is approved with its file: checked against what its project chose. Null where it has not been measured. */
const reportToApprove = (sheet: FoundReport): ReportToApprove | null =>
  sheet.measurement.measures ? reportTextOf(sheet, findSpecification(sheet.file.specificationKey)) : null;

/** The sheet that is approved with this file. */
export async function findReportToApprove(db: Db, fileId: string): Promise<ReportToApprove | null> {
  const [sheet] = await listReports(db, eq(files.id, fileId));
  return sheet ? reportToApprove(sheet) : null;
}

/** What somebody who approves a file is told of its sheet: its hash, and what is wrong with the file. */
export type OfferedReport = { readonly sha256: string; readonly notes: readonly string[] };

/** The sheets of those of these files that wait for approval and were measured, by the files' ids. */
export async function listReportsToApprove(
  db: Db,
  projectFiles: readonly { readonly id: string; readonly isWaiting: boolean }[],
): Promise<ReadonlyMap<string, OfferedReport>> {
  const waiting = projectFiles.filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
  const offered = new Map<string, OfferedReport>();
  for (const [id, sheet] of await findReports(db, waiting)) {
    const { measures } = sheet.measurement;
    const approved = reportToApprove(sheet);
    if (approved && measures) offered.set(id, { sha256: approved.sha256, notes: measuredNotes(measures) });
  }
  return offered;
}

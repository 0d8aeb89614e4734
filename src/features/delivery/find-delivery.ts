import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listProjectFiles, type ProjectFile } from '#src/features/files/list-project-files.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import type { Db } from '#src/platform/database/database.ts';
import { specificationOf, type Specification } from './check-delivery.ts';
import { findReports, type FoundReport } from './find-sheet.ts';
import { reportRecordOf, type ReportRecord } from './sheet-rows.ts';

/**
 * The files that an address chooses: those it names, the approved ones, or the pinned or newest version of each recording. The last
 * leaves out files from the client that need no approval.
 */
function chosenFiles(files: readonly ProjectFile[], { searchParams }: URL): readonly ProjectFile[] {
  const named = new Set(searchParams.getAll('file'));
  if (named.size > 0) return files.filter(({ id }) => named.has(id));
  if (searchParams.get('of') === 'approved') return files.filter(({ approvedAt }) => approvedAt !== null);
  // Files are listed with the pinned version of each recording first, then the newest.
  const own = files.filter(({ isFromClient, needsApproval }) => !isFromClient || needsApproval);
  return [...new Map(own.toReversed().map((file) => [file.recordingId, file])).values()].toReversed();
}

export type Delivery = {
  readonly project: { readonly id: string; readonly number: number; readonly name: string };
  readonly specification: Specification | null;
  readonly parts: readonly { readonly sheet: FoundReport; readonly record: ReportRecord }[];
};

/** The sheets of the recordings of a project that an address asks for, for its client and for the team; null for everybody else. */
export async function findDelivery(
  db: Db,
  person: Person,
  projectId: string | undefined,
  url: URL,
): Promise<Delivery | null> {
  if (!validate(projectId)) return null;
  const { id, number, name, deliverySpecification } = projects;
  const [project] = await db
    .select({ id, number, name, deliverySpecification })
    .from(projects)
    .where(and(eq(id, projectId ?? ''), visibleTo(person)));
  if (!project) return null;
  const specification = specificationOf(url, project.deliverySpecification);
  const chosen = chosenFiles(await listProjectFiles(db, project.id), url).map((file) => file.id);
  const sheets = await findReports(db, chosen);
  const parts = chosen.flatMap((fileId) => {
    const sheet = sheets.get(fileId);
    return sheet ? [{ sheet, record: reportRecordOf(sheet, specification) }] : [];
  });
  return { project, specification, parts };
}

/** How many files there are, how long they last together, and how large they are. */
export function totalOf(parts: Delivery['parts']) {
  const lengths = parts.map(({ record: { measures } }) =>
    measures ? measures.frames / measures.format.rateHz : 0,
  );
  return {
    files: parts.length,
    measured: parts.filter(({ record }) => record.measures !== null).length,
    seconds: Math.round(1000 * lengths.reduce((sum, each) => sum + each, 0)) / 1000,
    sizeBytes: parts.reduce((sum, { record }) => sum + record.sizeBytes, 0),
  };
}

/** The query of the present address, for other pages about the same files. */
export function deliveryQuery({ searchParams }: URL, specification: Specification | null): string {
  const query = new URLSearchParams(searchParams);
  if (specification) query.set('check', specification.key);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

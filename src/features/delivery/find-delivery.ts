import { and, eq } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { listProjectFiles, type ProjectFile } from '#src/features/files/list-project-files.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { ReportToApprove } from '#src/features/files/approvals/approve-file.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { findSpecification, specificationOf, type Specification, type Verdict } from './check-delivery.ts';
import { findReports, listReports, type FoundReport } from './find-report.ts';
import {
  fileVerdict,
  reportRecordOf,
  reportTextOf,
  type FileVerdict,
  type ReportRecord,
} from './delivery-report.ts';
import { deliverables } from './finals.ts';
import { compareNames } from '#src/studio/locale.ts';
import { sectionsOf, type FileEntry } from '#src/features/files/arrange/file-groups.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import delivery from '#content/delivery.yaml';
import sound from '#content/sound.yaml';
import { fileSizeText } from '#src/features/files/file-size.ts';
import { measuredNotes } from '#src/features/files/measurements/measurement-text.ts';
import { exactCodeOf } from '#src/features/files/measurements/time-code.ts';
import { fill } from '#src/platform/fill.ts';
import type { ReportRow } from './fault-text.ts';

/** The selections of a report besides the files that its URL names. */
export const selections = ['finals', 'all', 'approved'] as const;

export type Selection = (typeof selections)[number];

/** Returns the selection in the query of a URL: the masters, mixes and videos by default; null if it names files. */
export function selectionOf(query: URLSearchParams): Selection | null {
  if (query.has('file')) return null;
  return selections.find((each) => each === query.get('of')) ?? 'finals';
}

/** Returns the shown version of each recording with its formats, without files from the client that need no approval. */
const shownFiles = (entries: readonly FileEntry<ProjectFile>[]): ProjectFile[] =>
  entries.flatMap(({ file, formats }) => [file, ...(formats.get(file.id) ?? [])]);

/** Returns the files that a URL selects: those it names, or its selection. */
function chosenFiles(listed: readonly ProjectFile[], { searchParams }: URL): readonly ProjectFile[] {
  const named = new Set(searchParams.getAll('file'));
  const selection = selectionOf(searchParams);
  if (selection === null) return listed.filter(({ id }) => named.has(id));
  if (selection === 'approved') return listed.filter(({ approvedAt }) => approvedAt !== null);
  if (selection === 'finals') return shownFiles(deliverables(listed));
  const own = listed.filter(({ isFromClient, needsApproval }) => !isFromClient || needsApproval);
  return shownFiles(sectionsOf(own).flatMap(({ entries }) => entries));
}

/** A file that a report can be about. */
type Choice = { readonly id: string; readonly label: string; readonly isChosen: boolean };

export type Delivery = {
  readonly project: { readonly id: string; readonly number: number; readonly name: string };
  readonly specification: Specification | null;
  readonly parts: readonly { readonly report: FoundReport; readonly record: ReportRecord }[];
  /** The files with a report, to choose from. */
  readonly choices: readonly Choice[];
};

/** Returns the reports of a project's files that a URL selects; null if this person may not see the project. */
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
  const listed = await listProjectFiles(db, project.id);
  const chosen = chosenFiles(listed, url).map((file) => file.id);
  const reports = await findReports(db, chosen);
  const parts = chosen.flatMap((fileId) => {
    const report = reports.get(fileId);
    return report ? [{ report, record: reportRecordOf(report, specification) }] : [];
  });
  const choices = listed
    .filter((file) => isPlayed(file))
    .toSorted((one, other) => compareNames(one.name, other.name) || one.version - other.version)
    .map((file) => ({ id: file.id, label: fileLabelOf(file), isChosen: chosen.includes(file.id) }));
  return { project, specification, parts, choices };
}

/** Returns the number of files and of measured files, their total length in seconds and their total size. */
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

/** Returns the query of the current address, for other pages about the same files. */
export function deliveryQuery({ searchParams }: URL, specification: Specification | null): string {
  const query = new URLSearchParams(searchParams);
  if (specification) query.set('check', specification.key);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const { delivery: words } = delivery.words;

const rank = { fail: 0, unknown: 1, pass: 3 } as const satisfies Record<Verdict, number>;

/** Returns the rank of a file: failures first, then unmeasured files, then files with faults, then files that pass. */
function rankOf(record: ReportRecord): number {
  const verdict = fileVerdict(record)?.verdict ?? 'pass';
  const hasFaults = (record.measures?.findings?.faults.length ?? 0) > 0;
  return verdict === 'pass' && hasFaults ? 2 : rank[verdict];
}

/** Returns the files of a delivery, failures first. */
export const failuresFirst = ({ parts }: Delivery): Delivery['parts'] =>
  parts.toSorted((one, other) => rankOf(one.record) - rankOf(other.record));

/** Returns the verdict on a delivery as a whole; null for one without files. */
export function deliveryVerdict({ parts, specification }: Delivery): FileVerdict | null {
  const [first, ...others] = parts;
  if (!first) return null;
  const own = others.length === 0 ? fileVerdict(first.record) : null;
  if (own) return own;
  const count = String(parts.length);
  const { verdict: texts } = words;
  if (!specification) {
    const faulty = parts.filter(({ record }) => (record.measures?.findings?.faults.length ?? 0) > 0).length;
    const unmeasured = parts.filter(({ record }) => record.measures === null).length;
    if (faulty > 0) return { verdict: 'fail', text: fill(texts.faults, { some: String(faulty), count }) };
    return unmeasured > 0
      ? { verdict: 'unknown', text: fill(texts.unmeasured, { some: String(unmeasured), count }) }
      : { verdict: 'pass', text: fill(texts.noFaults, { count }) };
  }
  const { name } = specification;
  const of = (verdict: Verdict) =>
    parts.filter(({ record }) => (fileVerdict(record)?.verdict ?? 'pass') === verdict).length;
  const [failed, unknown] = [of('fail'), of('unknown')];
  if (failed > 0) return { verdict: 'fail', text: fill(texts.fail, { name, some: String(failed), count }) };
  return unknown > 0
    ? { verdict: 'unknown', text: fill(texts.unknown, { name, some: String(unknown), count }) }
    : { verdict: 'pass', text: fill(texts.pass, { name, count }) };
}

/** Returns the rows with the hash of each file of a delivery. */
export const proofRowsOf = ({ parts }: Delivery): ReportRow[] =>
  parts.map(({ report: { file }, record }) => ({
    label: fileLabelOf(file),
    about: sound.rows.sha256.label,
    text: record.sha256,
  }));

/** Returns the rows with the totals of a delivery. */
export function totalRows({ parts }: Delivery): ReportRow[] {
  const total = totalOf(parts);
  const { files: label, measured } = words.total;
  return [
    {
      label,
      text: fill(measured, { files: String(total.files), measured: String(total.measured) }),
    },
    { ...sound.rows.length, text: exactCodeOf(Math.round(1000 * total.seconds)) },
    { ...sound.rows.size, text: fileSizeText(total.sizeBytes) },
  ];
}

/**
 * Returns the report to approve with its file, checked against the project's specification; null if it is not measured.
 */
const reportToApprove = (report: FoundReport): ReportToApprove | null =>
  report.measurement.measures ? reportTextOf(report, findSpecification(report.file.specificationKey)) : null;

/** Returns the report to approve with this file; null if it is not measured. */
export async function findReportToApprove(db: Db, fileId: string): Promise<ReportToApprove | null> {
  const [report] = await listReports(db, eq(files.id, fileId));
  return report ? reportToApprove(report) : null;
}

/** The hash of a report and the warnings about its file, for the person who approves it. */
export type OfferedReport = { readonly sha256: string; readonly notes: readonly string[] };

/** Returns the reports of the measured files that are waiting for approval, by file id. */
export async function listReportsToApprove(
  db: Db,
  projectFiles: readonly { readonly id: string; readonly isWaiting: boolean }[],
): Promise<ReadonlyMap<string, OfferedReport>> {
  const waiting = projectFiles.filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
  const offered = new Map<string, OfferedReport>();
  for (const [id, report] of await findReports(db, waiting)) {
    const { measures } = report.measurement;
    const approved = reportToApprove(report);
    if (approved && measures) offered.set(id, { sha256: approved.sha256, notes: measuredNotes(measures) });
  }
  return offered;
}

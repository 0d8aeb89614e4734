import { and, isNull, eq, inArray, sql, desc } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { changeRequests, fileApprovals, files } from './store/file.table.ts';
import { figureKey } from './covers/recording-figure.ts';
import { soundMeasurements } from './measurements/sound-measurement.table.ts';

/** The states of a file whose approval was requested. */
export const fileStates = ['waiting', 'changes-requested', 'approved'] as const;

export type FileState = (typeof fileStates)[number];

const isChangeRequested = sql`exists (select from change_requests where file_id = "files"."id" and closed_at is null)`;

/** True if a file is waiting for approval: a condition or column for a query on `files` joined with approvals. */
export const waitsForApproval = sql<boolean>`(
  ${files.needsApproval} and ${files.supersededBy} is null and ${fileApprovals.fileId} is null
  and not ${isChangeRequested}
)`;

/** A file's state, null without a request: a column for a query on `files` joined with approvals. */
export const fileState = sql<FileState | null>`case
  when ${fileApprovals.fileId} is not null then 'approved'
  when ${isChangeRequested} then 'changes-requested'
  when ${files.needsApproval} and ${files.supersededBy} is null then 'waiting' end`;

/** Returns the ids of files waiting for approval. */
export async function listUnapprovedFiles(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .where(and(inArray(files.id, [...ids]), waitsForApproval));
  return rows.map(({ id }) => id);
}

/** The number of open comments on each file of a project, made on it or carried to it. */
const openCommentsIn = (db: Db, projectId: string) =>
  db
    .select({
      fileId: sql<string>`shown.file_id`.as('commented_file_id'),
      count: sql<number>`count(*)`.mapWith(Number).as('open_comments'),
    })
    .from(
      sql`(
        select comment.file_id from file_comments comment join files file on file.id = comment.file_id
        where file.project_id = ${projectId} and comment.done_at is null and comment.reply_to is null
        union all
        select place.file_id from carried_comments place
        join files file on file.id = place.file_id
        join file_comments comment on comment.id = place.comment_id
        where file.project_id = ${projectId} and comment.done_at is null and comment.reply_to is null
          and comment.file_id <> place.file_id
      ) shown`,
    )
    .groupBy(sql`shown.file_id`)
    .as('open_comments_of');

/** How many files of a folder have a name, and the place of a file among them by upload time, as in `file-name.tsx`. */
const isNamed = sql`partition by ${files.name}, ${files.folder}`;
const countOfName = sql<number>`count(*) over (${isNamed})`.mapWith(Number);
const numberOfName =
  sql<number>`row_number() over (${isNamed} order by ${files.uploadedAt}, ${files.id})`.mapWith(Number);

/** When the newest version of a file's recording was uploaded. */
const recordingUploadedAt = sql`max(${files.uploadedAt}) over (partition by ${files.recordingId})`;

/**
 * Returns a project's files with their approvals: recordings by newest upload; within a recording the pinned version
 * first, then the newest.
 */
export function listProjectFiles(db: Db, projectId: string) {
  const open = openCommentsIn(db, projectId);
  return db
    .select({
      id: files.id,
      projectId: files.projectId,
      name: files.name,
      originalName: files.originalName,
      note: files.note,
      folder: files.folder,
      group: files.group,
      position: files.position,
      formatOf: files.formatOf,
      formatProposedFor: files.formatProposedFor,
      kind: files.kind,
      sizeBytes: files.sizeBytes,
      sha256: files.sha256,
      needsApproval: files.needsApproval,
      supersededBy: files.supersededBy,
      recordingId: files.recordingId,
      version: files.version,
      stage: files.stage,
      isPinned: files.isPinned,
      proposedFor: files.proposedFor,
      durationMs: files.durationMs,
      mediaType: files.mediaType,
      uploadedAt: files.uploadedAt,
      uploadedByName: files.uploadedByName,
      approvedBy: fileApprovals.approvedBy,
      approvedByName: fileApprovals.approvedByName,
      approvedAt: fileApprovals.approvedAt,
      // Null without a receipt of its own: not approved, or as a format of another file.
      isReceiptPublished: sql<
        boolean | null
      >`case when ${fileApprovals.approvedWith} is null then ${fileApprovals.isPublished} end`,
      state: fileState,
      isWaiting: waitsForApproval,
      changesRequestedAt: changeRequests.requestedAt,
      changesRequestedByName: changeRequests.requestedByName,
      requestedChanges: changeRequests.content,
      uploadNumber: numberOfName,
      uploadCount: countOfName,
      openComments: sql<number>`coalesce(${open.count}, 0)`.mapWith(Number),
      isFromClient: files.isFromClient,
      figureKey,
    })
    .from(files)
    .leftJoin(fileApprovals, eq(fileApprovals.fileId, files.id))
    .leftJoin(changeRequests, and(eq(changeRequests.fileId, files.id), isNull(changeRequests.closedAt)))
    .leftJoin(soundMeasurements, eq(soundMeasurements.sha256, files.sha256))
    .leftJoin(open, eq(open.fileId, files.id))
    .where(eq(files.projectId, projectId))
    .orderBy(desc(recordingUploadedAt), files.recordingId, desc(files.isPinned), desc(files.version));
}

export type ProjectFile = Awaited<ReturnType<typeof listProjectFiles>>[number];

/** Returns true if the client can approve a file: the approval is requested, and no newer version took the request over. */
export const canApprove = ({
  state,
  needsApproval,
  supersededBy,
}: Pick<ProjectFile, 'state' | 'needsApproval' | 'supersededBy'>) =>
  needsApproval && supersededBy === null && state !== 'approved';

/** Returns true if the client can request changes to a file. */
export const canRequestChanges = (file: Parameters<typeof canApprove>[0]) => file.state === 'waiting';

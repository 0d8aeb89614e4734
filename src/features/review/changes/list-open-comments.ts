import { asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { PlaceChange } from '#src/audio/alignment/place-change.ts';
import { findChanges } from '#src/features/files/comparisons/align-carried.ts';
import { fileLabelOf, uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import { versionsOf } from '#src/features/files/recording-versions.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { listOpen } from '../versions/change-version.ts';

/** An open comment, and what a newer version changed at its place. */
type OpenComment = {
  readonly id: string;
  readonly authorName: string;
  readonly content: string;
  /** Its place in the version that `shownOn` names, in milliseconds. */
  readonly atMs: number;
  readonly untilMs: number | null;
  /** Null until both were compared. */
  readonly change: PlaceChange | null;
};

/** The open comments that a version took over, or that a file would take over. */
export type OpenComments = {
  readonly fileId: string;
  readonly label: string;
  /** Null if it is proposed as the next version. */
  readonly version: number | null;
  /** The version whose page shows these comments. */
  readonly shownOn: string;
  readonly comments: readonly OpenComment[];
};

/** Lists the open comments that the newest versions of a project's recordings took over. One query. */
async function listTaken(db: Db, projectId: string): Promise<OpenComments[]> {
  const newest = db
    .selectDistinctOn([files.recordingId], {
      id: files.id,
      name: files.name,
      version: files.version,
      uploadNumber: uploadNumber.as('upload_number'),
      uploadCount: uploadCount.as('upload_count'),
    })
    .from(files)
    .where(eq(files.projectId, projectId))
    .orderBy(files.recordingId, desc(files.version))
    .as('newest');
  const { name, version } = newest;
  const rows = await db
    .select({
      file: {
        id: newest.id,
        name,
        version,
        uploadNumber: newest.uploadNumber,
        uploadCount: newest.uploadCount,
      },
      comment: {
        id: fileComments.id,
        authorName: fileComments.authorName,
        content: fileComments.content,
        atMs: carriedComments.atMs,
        untilMs: carriedComments.untilMs,
        change: carriedComments.change,
      },
    })
    .from(carriedComments)
    .innerJoin(newest, eq(newest.id, carriedComments.fileId))
    .innerJoin(fileComments, eq(fileComments.id, carriedComments.commentId))
    .where(isNull(fileComments.doneAt))
    .orderBy(asc(name), asc(newest.id), asc(carriedComments.atMs), asc(fileComments.id));
  return [...Map.groupBy(rows, ({ file }) => file.id).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { file } = first;
    const comments = of.map(({ comment }) => comment);
    return [{ fileId: file.id, label: fileLabelOf(file), version: file.version, shownOn: file.id, comments }];
  });
}

/** Finds the open comments that a file would take over as the next version of the recording that it is proposed for. */
async function findProposed(
  db: Db,
  file: ProjectFile,
  all: readonly ProjectFile[],
): Promise<OpenComments | null> {
  const before = file.proposedFor === null ? undefined : versionsOf(all, file.proposedFor).at(-1);
  const open = before ? await listOpen(db, before.id) : [];
  if (!before || open.length === 0) return null;
  const { changeOf } = await findChanges(db, before, file);
  const { id, authorName, content } = fileComments;
  const ids = open.map(({ commentId }) => commentId);
  const texts = await db.select({ id, authorName, content }).from(fileComments).where(inArray(id, ids));
  const byId = new Map(texts.map((text) => [text.id, text]));
  const comments = open
    .toSorted((a, b) => a.atMs - b.atMs)
    .flatMap(({ commentId, atMs, untilMs, isCut }) => {
      const text = byId.get(commentId);
      return text
        ? [
            {
              ...text,
              atMs,
              untilMs,
              change: isCut ? ({ verdict: 'unknown' } as const) : changeOf({ atMs, untilMs }),
            },
          ]
        : [];
    });
  return { fileId: file.id, label: fileLabelOf(file), version: null, shownOn: before.id, comments };
}

/**
 * Lists the open comments of a project that newer versions took over, and those that files proposed as versions would
 * take over, with what changed at their places.
 */
export async function listOpenComments(
  db: Db,
  projectId: string,
  all: readonly ProjectFile[],
): Promise<OpenComments[]> {
  const proposed: OpenComments[] = [];
  for (const file of all) {
    const found = file.proposedFor === null ? null : await findProposed(db, file, all);
    if (found) proposed.push(found);
  }
  return [...proposed, ...(await listTaken(db, projectId))];
}

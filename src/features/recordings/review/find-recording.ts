import { asc, eq } from 'drizzle-orm';
import { fileComments, files as fileTable } from '#src/features/recordings/files/file.table.ts';
import { fileLabelOf } from '#src/features/recordings/files/file-label.ts';
import { findMeasurement } from '#src/features/recordings/measurements/find-measurement.ts';
import { seriesIn, versionNumberOf } from '#src/features/recordings/files/file-series.ts';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import type { Db } from '#src/platform/database/database.ts';

type Recording = {
  readonly file: ProjectFile;
  /** All its versions with itself, the oldest first; none where it is the only one. */
  readonly versions: readonly { readonly id: string; readonly number: number; readonly label: string }[];
};

/**
 * The recording that the player shows, of files with the newest first: the one asked for, else the newest that waits for an
 * approval, else the newest.
 */
export function recordingOf(files: readonly ProjectFile[], fileId: string | null): Recording | null {
  const sounds = files.filter(({ kind }) => kind === 'audio');
  const waiting = sounds.find(({ isWaiting }) => isWaiting);
  const file = fileId === null ? (waiting ?? sounds[0]) : sounds.find(({ id }) => id === fileId);
  if (!file) return null;
  const series = seriesIn(sounds, file);
  const versions = series.map((each) => ({
    id: each.id,
    number: versionNumberOf(each, series),
    label: fileLabelOf(each),
  }));
  return { file, versions: versions.length > 1 ? versions : [] };
}

/** The comments on a file in the order of their moments. */
const listComments = (db: Db, fileId: string) =>
  db
    .select({
      id: fileComments.id,
      authorId: fileComments.authorId,
      authorName: fileComments.authorName,
      sender: fileComments.sender,
      atMs: fileComments.atMs,
      content: fileComments.content,
      doneAt: fileComments.doneAt,
      doneByName: fileComments.doneByName,
    })
    .from(fileComments)
    .where(eq(fileComments.fileId, fileId))
    .orderBy(asc(fileComments.atMs), asc(fileComments.madeAt), asc(fileComments.id));

async function findPeaks(db: Db, fileId: string): Promise<string | null> {
  const [file] = await db.select({ peaks: fileTable.peaks }).from(fileTable).where(eq(fileTable.id, fileId));
  return file?.peaks ?? null;
}

export type FileComment = Awaited<ReturnType<typeof listComments>>[number];

/** What the player shows: the recording that `recordingOf` chooses, its waveform and its comments; null where there is none. */
export async function findRecording(db: Db, projectFiles: readonly ProjectFile[], fileId: string | null) {
  const recording = recordingOf(projectFiles, fileId);
  if (!recording) return null;
  const { id, sha256 } = recording.file;
  return {
    ...recording,
    peaks: await findPeaks(db, id),
    measurement: await findMeasurement(db, sha256),
    comments: await listComments(db, id),
  };
}

export type ReviewedRecording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

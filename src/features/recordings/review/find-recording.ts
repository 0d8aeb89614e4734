import { asc, eq } from 'drizzle-orm';
import { fileComments, files as fileTable } from '#src/features/recordings/files/file.table.ts';
import type { ProjectFile } from '#src/features/recordings/files/list-project-files.ts';
import type { Db } from '#src/platform/database/database.ts';

type Recording = {
  readonly file: ProjectFile;
  /** All its versions with itself, the lowest first; none where its name has no version. */
  readonly versions: readonly { readonly id: string; readonly number: number }[];
};

/** The version in a file name: Mix_v2.wav is version 2 of "Mix_.wav"; null where it has none. */
function versionOf(name: string): { base: string; number: number } | null {
  const parts = /^(.*[^a-z])v(\d{1,4})(\.[^.]*)?$/i.exec(name);
  return parts && { base: `${parts[1]}${parts[3] ?? ''}`.toLowerCase(), number: Number(parts[2]) };
}

/**
 * The recording that the player shows, of files with the newest first: the one asked for, else the newest that waits for an
 * approval, else the newest.
 */
export function recordingOf(files: readonly ProjectFile[], fileId: string | null): Recording | null {
  const sounds = files.filter(({ kind }) => kind === 'audio');
  const waiting = sounds.find(({ needsApproval, approvedAt }) => needsApproval && !approvedAt);
  const file = fileId === null ? (waiting ?? sounds[0]) : sounds.find(({ id }) => id === fileId);
  if (!file) return null;
  const base = versionOf(file.name)?.base;
  const versions = sounds.flatMap(({ id, name }) => {
    const version = versionOf(name);
    return version && version.base === base ? [{ id, number: version.number }] : [];
  });
  return { file, versions: versions.toReversed().toSorted((a, b) => a.number - b.number) };
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
  const { id } = recording.file;
  return { ...recording, peaks: await findPeaks(db, id), comments: await listComments(db, id) };
}

export type ReviewedRecording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

import { eq, sql } from 'drizzle-orm';
import { carriedComments, fileComments, files as fileTable } from '#src/features/files/store/file.table.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { findMeasurement } from '#src/features/files/measurements/sound-measurements.ts';
import { roundsOf, versionsOf } from '#src/features/files/recording-versions.ts';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import {
  byMoment,
  isCarriedTo,
  isShownOn,
  shownPlace,
  threadsOf,
} from '#src/features/files/shown-comments.ts';
import { findOtherVersions } from './find-other-versions.ts';
import { listReaders, offeredNamesOf } from './mentions.ts';
import type { Role } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';

type Recording = {
  readonly file: ProjectFile;
  /** All its versions with itself, the oldest first; none where it is the only one. */
  readonly versions: readonly RecordingVersion[];
  /** How many revision rounds it has had; null where the client was asked to approve none. */
  readonly rounds: number | null;
};

const versionOf = (file: ProjectFile) => ({
  id: file.id,
  sha256: file.sha256,
  number: file.version,
  label: fileLabelOf(file),
  stage: file.stage,
  isPinned: file.isPinned,
  isApproved: file.approvedAt !== null,
  isWaiting: file.isWaiting,
});

export type RecordingVersion = ReturnType<typeof versionOf>;

/**
 * The recording that the player shows, of files with the newest first: the one asked for; else, of the recording with the
 * newest that waits for an approval, or with the newest (what the client has sent comes last), the version that is pinned, or
 * that one.
 */
export function recordingOf(files: readonly ProjectFile[], fileId: string | null): Recording | null {
  const sounds = files.filter((each) => isPlayed(each));
  const newest =
    sounds.find(({ isWaiting }) => isWaiting) ??
    sounds.find(({ isFromClient }) => !isFromClient) ??
    sounds[0];
  const pinned = sounds.find(({ recordingId, isPinned }) => isPinned && recordingId === newest?.recordingId);
  const file = fileId === null ? (pinned ?? newest) : sounds.find(({ id }) => id === fileId);
  if (!file) return null;
  const versions = versionsOf(sounds, file.recordingId);
  const shown = versions.length > 1 ? versions.map((each) => versionOf(each)) : [];
  return { file, versions: shown, rounds: roundsOf(versions) };
}

/** The comments that a version shows, made on it or carried to it, with their replies, in the order of their moments. */
const listRows = (db: Db, fileId: string) =>
  db
    .select({
      id: fileComments.id,
      /** The id of the person, or of the guest. */
      authorId: sql<string | null>`coalesce(${fileComments.authorId}, ${fileComments.guestId})`,
      authorName: fileComments.authorName,
      sender: fileComments.sender,
      ...shownPlace,
      replyTo: fileComments.replyTo,
      content: fileComments.content,
      mentions: fileComments.mentions,
      version: fileComments.version,
      editedAt: fileComments.editedAt,
      doneAt: fileComments.doneAt,
      doneByName: fileComments.doneByName,
    })
    .from(fileComments)
    .leftJoin(carriedComments, isCarriedTo(fileId))
    .where(isShownOn(fileId))
    .orderBy(...byMoment);

async function findPeaks(db: Db, fileId: string): Promise<string | null> {
  const [file] = await db.select({ peaks: fileTable.peaks }).from(fileTable).where(eq(fileTable.id, fileId));
  return file?.peaks ?? null;
}

/** A comment or a reply. */
export type FileComment = Awaited<ReturnType<typeof listRows>>[number];

/** A comment with its replies, the oldest first. */
export type Thread = FileComment & { readonly replies: readonly FileComment[] };

/**
 * Finds the data of the player: the recording that `recordingOf` chooses, its waveform, its comments and the people they can
 * mention; null if there is no recording.
 */
export async function findRecording(
  db: Db,
  projectFiles: readonly ProjectFile[],
  fileId: string | null,
  asker: Role = 'client',
) {
  const recording = recordingOf(projectFiles, fileId);
  if (!recording) return null;
  const { id, projectId, sha256 } = recording.file;
  return {
    ...recording,
    peaks: await findPeaks(db, id),
    measurement: await findMeasurement(db, sha256),
    others: await findOtherVersions(db, recording.file, recording.versions),
    comments: threadsOf(await listRows(db, id)),
    readerNames: offeredNamesOf(await listReaders(db, projectId, asker)),
  };
}

export type ReviewedRecording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

import { eq, sql, and, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { carriedComments, fileComments, files as fileTable } from '#src/features/files/store/file.table.ts';
import { isPlayed } from '#src/features/files/store/file-type.ts';
import { fileLabelOf } from '#src/features/files/file-name.tsx';
import { findMeasurement } from '#src/features/files/measurements/sound-measurements.ts';
import { recordingsIn, roundsOf, versionsOf } from '#src/features/files/recording-versions.ts';
import type { ProjectFile } from '#src/features/files/list-project-files.ts';
import {
  byMoment,
  isCarriedTo,
  isShownOn,
  shownPlace,
  threadsOf,
} from '#src/features/files/shown-comments.ts';
import { listReaders, offeredNamesOf } from './mentions.ts';
import type { Role } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { listChanges } from '../changes/list-changes.ts';
import { withChanges, type ShownChange } from '../changes/shown-change.ts';
import { placesOf, placesThrough, type Places } from './version-alignment.ts';

type Sound = { readonly id: string; readonly sha256: string };

/** Another version of a recording, aligned with the shown one. */
export type OtherVersion = {
  /** The alignment of the shown version with the other one; null if they were not compared. */
  readonly places: Places | null;
  /**
   * How much louder it is, in LU: over the shared content, else by integrated loudness; null if one is silent or not
   * measured.
   */
  readonly louderLu: number | null;
};

type Compared = OtherVersion & { readonly places: Places };

const sumOf = (first: number | null, second: number | null) =>
  first === null || second === null ? null : first + second;

const through = (first: Compared, second: Compared): Compared => ({
  places: placesThrough(first.places, second.places),
  louderLu: sumOf(first.louderLu, second.louderLu),
});

/**
 * Aligns other sounds with a sound, by hash: by direct comparison if there is one, else through a chain of comparisons.
 */
async function findCompared(db: Db, sound: Sound, hashes: readonly string[]) {
  const { olderSha256, newerSha256, comparison } = soundComparisons;
  const rows = await db
    .select({ olderSha256, newerSha256, comparison })
    .from(soundComparisons)
    .where(and(inArray(olderSha256, hashes), inArray(newerSha256, hashes), isNotNull(comparison)));
  const steps = rows.flatMap(({ olderSha256: older, newerSha256: newer, comparison: found }) => {
    if (!found) return [];
    const { louderLu } = found;
    const back = louderLu === null ? null : 0 - louderLu;
    return [
      { from: older, to: newer, step: { places: placesOf(found, true), louderLu } },
      { from: newer, to: older, step: { places: placesOf(found, false), louderLu: back } },
    ];
  });
  const found = new Map<string, Compared | null>([[sound.sha256, null]]);
  // Iterating a Map includes entries added meanwhile, so shorter chains come first.
  for (const [sha256, before] of found)
    for (const { from, to, step } of steps)
      if (from === sha256 && !found.has(to)) found.set(to, before ? through(before, step) : step);
  return found;
}

/** Returns the integrated loudness of sounds in LUFS by hash, where known. */
async function findLoudness(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { sha256, measures } = soundMeasurements;
  const rows = await db
    .select({ sha256, lufs: sql<number | null>`(${measures} ->> 'integrated')::float8` })
    .from(soundMeasurements)
    .where(inArray(sha256, hashes));
  return new Map(rows.flatMap((row) => (row.lufs === null ? [] : [[row.sha256, row.lufs] as const])));
}

/** Returns the alignments of the other versions of a recording, by file id. */
export async function findOtherVersions(
  db: Db,
  sound: Sound,
  others: readonly Sound[],
): Promise<ReadonlyMap<string, OtherVersion>> {
  const differing = others.filter(({ sha256 }) => sha256 !== sound.sha256);
  if (differing.length === 0) return new Map();
  const hashes = [sound, ...differing].map(({ sha256 }) => sha256);
  const compared = await findCompared(db, sound, hashes);
  const isAllKnown = differing.every(({ sha256 }) => compared.get(sha256)?.louderLu != null);
  const loudness = isAllKnown ? null : await findLoudness(db, hashes);
  const own = loudness?.get(sound.sha256);
  return new Map(
    differing.map(({ id, sha256 }) => {
      const { places = null, louderLu = null } = compared.get(sha256) ?? {};
      const theirs = loudness?.get(sha256);
      const asWhole = own === undefined || theirs === undefined ? null : theirs - own;
      return [id, { places, louderLu: louderLu ?? asWhole }] as const;
    }),
  );
}

type Recording = {
  readonly file: ProjectFile;
  /** All versions including this one, oldest first; empty if there is only one. */
  readonly versions: readonly RecordingVersion[];
  /** Revision rounds so far; null if the client was never asked to approve. */
  readonly rounds: number | null;
  /** The next recording in the order of the list; null after the last one. */
  readonly next: ProjectFile | null;
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
 * Chooses the recording that the player shows, from files sorted newest first: the requested one; else the pinned or
 * newest version of the recording with the newest file that waits for approval, or with the newest file (the client's
 * own uploads last).
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
  return { file, versions: shown, rounds: roundsOf(versions), next: nextFileOf(files, file) };
}

/** Returns the next recording in the order of the list: its pinned or newest version; null after the last one. */
function nextFileOf(files: readonly ProjectFile[], file: ProjectFile): ProjectFile | null {
  const recordings = recordingsIn(files.filter((each) => isPlayed(each)));
  const at = recordings.findIndex(({ id }) => id === file.recordingId);
  const versions = recordings[at + 1]?.versions ?? [];
  return versions.find(({ isPinned }) => isPinned) ?? versions.at(-1) ?? null;
}

/** Lists the comments of a version, made on it or carried over to it, with replies, in the order of their moments. */
const listRows = (db: Db, fileId: string, isSeen?: SQL) =>
  db
    .select({
      id: fileComments.id,
      /** The id of the person or guest. */
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
    .where(and(isShownOn(fileId), isSeen))
    .orderBy(...byMoment);

async function findPeaks(db: Db, fileId: string): Promise<string | null> {
  const [file] = await db.select({ peaks: fileTable.peaks }).from(fileTable).where(eq(fileTable.id, fileId));
  return file?.peaks ?? null;
}

/** A comment or a reply. */
export type FileComment = Awaited<ReturnType<typeof listRows>>[number];

/** A comment with its replies, oldest first, and what changed at its place in a later version. */
export type Thread = FileComment & {
  readonly replies: readonly FileComment[];
  readonly change?: ShownChange | undefined;
};

/**
 * Finds the data of the player: the recording chosen by `recordingOf`, its waveform, its comments and the people who
 * can be mentioned. Returns null if there is no recording.
 */
export async function findRecording(
  db: Db,
  projectFiles: readonly ProjectFile[],
  fileId: string | null,
  asker: Role = 'client',
  /** Matches the comments that are shown, in a query of comments; all without it. */
  isSeen?: SQL,
) {
  const recording = recordingOf(projectFiles, fileId);
  if (!recording) return null;
  const { id, projectId, sha256 } = recording.file;
  return {
    ...recording,
    peaks: await findPeaks(db, id),
    measurement: await findMeasurement(db, sha256),
    others: await findOtherVersions(db, recording.file, recording.versions),
    comments: withChanges(
      threadsOf(await listRows(db, id, isSeen)),
      await listChanges(db, id),
      recording.versions,
    ),
    readerNames: offeredNamesOf(await listReaders(db, projectId, asker)),
  };
}

export type ReviewedRecording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

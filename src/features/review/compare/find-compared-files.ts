import { and, asc, eq, inArray } from 'drizzle-orm';
import { validate } from 'uuid';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { projects } from '#src/features/projects/project.table.ts';
import { comparerVersion } from '#src/audio/alignment/sound-comparison.ts';
import { findComparison, requestComparing } from '#src/features/files/comparisons/sound-comparisons.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { uploadCount, uploadNumber } from '#src/features/files/file-name.tsx';
import { files } from '#src/features/files/store/file.table.ts';
import { visibleTo } from '#src/features/files/serving/file-access.ts';
import { findMeasurement, soundKinds } from '#src/features/files/measurements/sound-measurements.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Services } from '#src/platform/services/services.ts';

/** Finds a recording for its project's client and the team; null for anyone else. */
async function findComparedFile(db: Db, person: Person, fileId: string) {
  const { id, projectId, recordingId, version, name, kind, sha256, peaks, uploadedAt } = files;
  const [file] = await db
    .select({
      id,
      projectId,
      recordingId,
      version,
      name,
      kind,
      sha256,
      peaks,
      uploadedAt,
      uploadNumber,
      uploadCount,
    })
    .from(files)
    .innerJoin(projects, eq(projects.id, files.projectId))
    .where(and(eq(files.id, fileId), inArray(files.kind, soundKinds), visibleTo(person)));
  return file && { ...file, measurement: await findMeasurement(db, file.sha256) };
}

type ComparedFile = NonNullable<Awaited<ReturnType<typeof findComparedFile>>>;

/** Lists the versions that can be compared: those of both recordings, oldest first. */
const listVersions = (db: Db, { projectId }: ComparedFile, recordingIds: readonly string[]) =>
  db
    .select({ id: files.id, version: files.version, name: files.name, uploadNumber, uploadCount })
    .from(files)
    .where(
      and(
        eq(files.projectId, projectId),
        inArray(files.kind, soundKinds),
        inArray(files.recordingId, recordingIds),
      ),
    )
    .orderBy(asc(files.version), asc(files.uploadedAt), asc(files.id));

/** Returns true if one file is newer: by version within one recording, else by upload. */
function isNewerThan(one: ComparedFile, other: ComparedFile): boolean {
  if (one.recordingId === other.recordingId) return one.version > other.version;
  const laterMs = one.uploadedAt.getTime() - other.uploadedAt.getTime();
  return laterMs > 0 || (laterMs === 0 && one.id > other.id);
}

/** The most comparisons of a project that may wait, so that one project does not delay the others. */
const mostWaiting = 4;

/** Returns true if too many comparisons of a project are waiting. */
async function isFull(db: Db, projectId: string): Promise<boolean> {
  const ofProject = db.select({ sha256: files.sha256 }).from(files).where(eq(files.projectId, projectId));
  const { state, olderSha256, newerSha256 } = soundComparisons;
  const isWaiting = inArray(state, ['waiting', 'comparing']);
  const areOfProject = and(inArray(olderSha256, ofProject), inArray(newerSha256, ofProject));
  return (await db.$count(soundComparisons, and(isWaiting, areOfProject))) >= mostWaiting;
}

/**
 * Finds two recordings of one project, older first, with their comparison. Requests the comparison if there is none,
 * unless too many of the project are waiting. Returns null if this person cannot see both files.
 */
export async function findComparedFiles(
  services: Pick<Services, 'db' | 'clock' | 'jobs'>,
  person: Person,
  ids: readonly (string | null | undefined)[],
) {
  const [first, second] = ids;
  if (!first || !second || first === second || !validate(first) || !validate(second)) return null;
  const { db } = services;
  const [one, other] = [
    await findComparedFile(db, person, first),
    await findComparedFile(db, person, second),
  ];
  if (!one || !other || one.projectId !== other.projectId) return null;
  const isNewer = isNewerThan(one, other);
  const [older, newer] = isNewer ? [other, one] : [one, other];
  const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
  const versions = await listVersions(db, newer, [older.recordingId, newer.recordingId]);
  const found = await findComparison(db, pair);
  const isKnown = found !== null && found.comparer >= comparerVersion;
  const isLater = !isKnown && (await isFull(db, older.projectId));
  if (isKnown || isLater) return { older, newer, found, versions, isLater };
  await db.transaction((tx) => requestComparing(tx, services, pair.olderSha256, pair.newerSha256));
  return { older, newer, found: await findComparison(db, pair), versions, isLater };
}

export type ComparedFiles = NonNullable<Awaited<ReturnType<typeof findComparedFiles>>>;

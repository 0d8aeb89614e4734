import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { SoundComparison } from '#src/audio/alignment/sound-comparison.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { findComparison, requestComparing } from '../comparisons/sound-comparisons.ts';
import type { ComparedPair } from '../comparisons/sound-comparison.table.ts';
import { fileLabelOf } from '../file-name.tsx';
import { aboutFile, lockFile, type FileKey } from '../files.ts';
import { listProjectFiles } from '../list-project-files.ts';
import { recordingNameOf } from '../recording-versions.ts';
import { files } from '../store/file.table.ts';
import { asksForApproval, groupOf } from './file-groups.ts';

/** Encoders add up to a tenth of a second of silence. */
const lengthToleranceMs = 250;

/** Comparing takes seconds of CPU time for each minute of sound. */
const mostCandidates = 2;

/** Returns how exactly a media type stores sound; the format of the highest rank is the main one. */
const rankOf = (mediaType: string) => (mediaType === 'audio/flac' ? 2 : /wav|aiff/.test(mediaType) ? 3 : 1);

type Sound = Pick<
  typeof files.$inferSelect,
  | 'id'
  | 'projectId'
  | 'name'
  | 'originalName'
  | 'sha256'
  | 'mediaType'
  | 'durationMs'
  | 'folder'
  | 'kind'
  | 'stage'
  | 'group'
  | 'isFromClient'
>;

/** Returns the files that could be the same recording as a file in another format, the likeliest first. */
function candidatesFor(file: Sound, others: readonly Sound[]): Sound[] {
  const nameOf = ({ name, originalName }: Sound) => recordingNameOf(originalName ?? name).toLowerCase();
  const rank = (other: Sound) =>
    nameOf(other) === nameOf(file) ? 0 : asksForApproval(groupOf(other)) ? 1 : 2;
  return others
    .filter(
      ({ durationMs, mediaType }) =>
        mediaType !== file.mediaType &&
        Math.abs((durationMs ?? Infinity) - (file.durationMs ?? 0)) <= lengthToleranceMs,
    )
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, mostCandidates);
}

/** Files without versions that are no format yet and were not declined as one. */
const isOpen = and(
  eq(files.kind, 'audio'),
  isNull(files.formatOf),
  isNull(files.formatProposedFor),
  eq(files.isFormatDeclined, false),
  eq(files.isFromClient, false),
);

/**
 * Requests comparisons of a measured recording with files of its projects that are as long and in another format, in the
 * caller's transaction. `proposeFormats` proposes those that sound the same.
 */
export async function requestFormatComparisons(
  tx: Db,
  services: QueueServices,
  sha256: string,
): Promise<void> {
  for (const file of await tx
    .select()
    .from(files)
    .where(and(eq(files.sha256, sha256), isOpen))) {
    const inProject = and(
      eq(files.projectId, file.projectId),
      ne(files.recordingId, file.recordingId),
      isOpen,
    );
    for (const other of candidatesFor(file, await tx.select().from(files).where(inProject))) {
      const isMain = rankOf(other.mediaType) >= rankOf(file.mediaType);
      const [main, format] = isMain ? [other, file] : [file, other];
      await requestComparing(tx, services, main.sha256, format.sha256);
      await proposeFormats(tx, { olderSha256: main.sha256, newerSha256: format.sha256 });
    }
  }
}

/** Lossy encoders remove the highest frequencies, so the highest band does not count. */
const audibleBands = 6;

const most = { shiftMs: 150, missing: 0.01, louderLu: 0.3, bandDb: 1.5, otherColumns: 0.05 } as const;

/** Returns true if two files are the same recording: one shared piece at the same place, equally loud in every band. */
export function isSameRecording(comparison: SoundComparison): boolean {
  const { pieces, rateHz, olderFrames, newerFrames, isInverted, louderLu, strip } = comparison;
  const [piece] = pieces;
  if (!piece || pieces.length > 1 || isInverted) return false;
  const shiftMs = (1000 * Math.abs(piece.olderAt - piece.newerAt)) / rateHz;
  const isWhole = piece.frames >= (1 - most.missing) * Math.min(olderFrames, newerFrames) - 0.25 * rateHz;
  const cells = strip.bandsDb
    .slice(0, audibleBands)
    .flat()
    .filter((db) => db !== null);
  const changed = cells.filter((db) => Math.abs(db) > most.bandDb).length;
  return (
    shiftMs <= most.shiftMs &&
    isWhole &&
    Math.abs(louderLu ?? 0) <= most.louderLu &&
    changed <= most.otherColumns * cells.length
  );
}

/**
 * Proposes files with the newer bytes of a finished comparison as formats of those with the older bytes, if they sound
 * the same. Runs in the caller's transaction.
 */
export async function proposeFormats(tx: Db, pair: ComparedPair): Promise<void> {
  const found = await findComparison(tx, pair);
  if (!found?.comparison || !isSameRecording(found.comparison)) return;
  const mains = await tx
    .select()
    .from(files)
    .where(and(eq(files.sha256, pair.olderSha256), isOpen));
  for (const main of mains) {
    const isFormat = and(
      eq(files.sha256, pair.newerSha256),
      eq(files.projectId, main.projectId),
      ne(files.recordingId, main.recordingId),
      ne(files.mediaType, main.mediaType),
      isOpen,
      sql`not exists (select 1 from files same where same.recording_id = "files"."recording_id" and same.id <> "files"."id")`,
    );
    await tx.update(files).set({ formatProposedFor: main.id }).where(isFormat);
  }
}

export type FormatOutcome = Outcome<'not-found' | 'approved' | 'has-versions'>;

/**
 * Makes a file another format of a file of its project, in the caller's transaction; with null it is its own entry again,
 * and a proposal is declined. A format shares the approval of its file; if that was given before, the format is asked for
 * alone. Refused as `has-versions` for a version of another recording, and as `approved` for splitting an approved format.
 */
export async function setFormat(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { formatOf, ...key }: FileKey & { readonly formatOf: string | null },
): Promise<FormatOutcome> {
  const locked = await lockFile(tx, key);
  if (!locked) return { ok: false, reason: 'not-found' };
  const { file, isApproved } = locked;
  if (formatOf === file.formatOf && file.formatProposedFor === null) return { ok: true };
  const all = await listProjectFiles(tx, key.projectId);
  const chosen = all.find(({ id }) => id === formatOf);
  const main = all.find(({ id }) => id === chosen?.formatOf) ?? chosen;
  const about = aboutFile(locked);
  if (formatOf === null) {
    if (file.formatOf !== null && isApproved) return { ok: false, reason: 'approved' };
    const own = { formatOf: null, formatProposedFor: null, isFormatDeclined: true };
    await tx.update(files).set(own).where(eq(files.id, file.id));
    const kind = file.formatOf === null ? 'file-described' : 'format-split';
    await announce(tx, services, actor, { kind, ...about });
    return { ok: true };
  }
  if (!main || main.id === file.id) return { ok: false, reason: 'not-found' };
  const isAlone = all.every(({ id, recordingId }) => recordingId !== file.recordingId || id === file.id);
  if (!isAlone || main.recordingId === file.recordingId) return { ok: false, reason: 'has-versions' };
  const needsApproval = main.approvedAt !== null && main.needsApproval && !isApproved;
  const set = { formatOf: main.id, formatProposedFor: null, supersededBy: null, needsApproval };
  await tx.update(files).set(set).where(eq(files.id, file.id));
  // Its own formats follow.
  await tx.update(files).set({ formatOf: main.id }).where(eq(files.formatOf, file.id));
  await announce(tx, services, actor, {
    kind: 'format-set',
    ...about,
    details: { ...about.details, recording: fileLabelOf(main) },
  });
  return { ok: true };
}

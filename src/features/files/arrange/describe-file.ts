import { eq } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { aboutFile, lockFile, type FileKey } from '../files.ts';
import { files, type FileGroup } from '../store/file.table.ts';

type Description = {
  /** The display name. */
  readonly name: string;
  readonly note: string;
  /** Null if kind, stage, folder and name decide; it applies to all versions of the recording. */
  readonly group: FileGroup | null;
};

/**
 * Renames and describes a file, in the caller's transaction. Bytes, hash and approval stay; the name at the upload is
 * kept for the extension of downloads and for recognising newer versions.
 */
export async function describeFile(
  tx: Db,
  services: QueueServices,
  actor: Actor,
  { name, note, group, ...key }: FileKey & Description,
): Promise<Outcome<'not-found'>> {
  const locked = await lockFile(tx, key);
  if (!locked) return { ok: false, reason: 'not-found' };
  const { file } = locked;
  const isRenamed = name !== file.name;
  if (!isRenamed && note === file.note && group === file.group) return { ok: true };
  const uploadedAs = file.originalName ?? file.name;
  const originalName = name === uploadedAs ? null : uploadedAs;
  await tx.update(files).set({ name, originalName, note }).where(eq(files.id, file.id));
  if (group !== file.group)
    await tx.update(files).set({ group }).where(eq(files.recordingId, file.recordingId));
  const about = aboutFile(locked);
  await announce(tx, services, actor, {
    kind: isRenamed ? 'file-renamed' : 'file-described',
    ...about,
    details: { ...about.details, newer: name },
  });
  return { ok: true };
}

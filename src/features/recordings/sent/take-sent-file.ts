import { eq } from 'drizzle-orm';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { addFile } from '#src/features/recordings/files/files.ts';
import { isPlayed } from '#src/features/recordings/files/file-type.ts';
import { fileStoreOf } from '#src/features/recordings/files/file-store.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services.ts';
import { sentFiles } from './sent-file.table.ts';
import { lockSentFile, type SentKey } from './sent-files.ts';

/** The transaction is given up, with this for an answer. */
class Refused extends Error {
  readonly reason: 'not-found' | 'taken';

  constructor(reason: Refused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const isNamed = (db: Db, storageKey: string) =>
  db.$count(files, eq(files.storageKey, storageKey)).then(
    (count) => count > 0,
    () => true,
  );

/**
 * Makes a recording of the project of a sound or video that its client has sent, to be played, measured and compared; the file
 * stays in the inbox, and the recording has bytes of its own, which take no more room on most disks. Nobody is asked to approve it.
 */
export async function takeSentFile(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>,
  team: Person,
  key: SentKey,
): Promise<Outcome<Refused['reason'] | 'no-sound', { readonly fileId: string }>> {
  const store = fileStoreOf(services.config);
  const before = await services.db.transaction((tx) => lockSentFile(tx, team, key));
  if (!before) return { ok: false, reason: 'not-found' };
  if (before.file.takenAs !== null) return { ok: false, reason: 'taken' };
  if (!isPlayed(before.file)) return { ok: false, reason: 'no-sound' };
  // An object store copies a large file for minutes: nobody waits for that at a lock.
  const linked = await store.link(before.file.storageKey);
  if (linked === null) return { ok: false, reason: 'not-found' };
  try {
    return await services.db.transaction(async (tx) => {
      const found = await lockSentFile(tx, team, key);
      if (!found) throw new Refused('not-found');
      const { name, kind, mediaType, sizeBytes, sha256, takenAs, id } = found.file;
      if (takenAs !== null) throw new Refused('taken');
      const stored = { storageKey: linked, kind, mediaType, sizeBytes, sha256 };
      const { projectId } = key;
      const taken = { projectId, name, needsApproval: false, isFromClient: true, stored };
      const added = await addFile(tx, services, team, taken);
      if (!added.ok) throw new Refused('not-found');
      await tx.update(sentFiles).set({ takenAs: added.fileId }).where(eq(sentFiles.id, id));
      return added;
    });
  } catch (error) {
    // The commit may have worked although its answer was lost: then a row names these bytes. Where that is unknown, they stay.
    if (!(await isNamed(services.db, linked))) await store.remove(linked);
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    throw error;
  }
}

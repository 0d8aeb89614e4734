import { eq } from 'drizzle-orm';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import { commitStored } from '../store/commit-stored.ts';
import { files } from '../store/file.table.ts';
import { addFile } from '../files.ts';
import { isPlayed } from '../store/file-type.ts';
import { fileStoreOf } from '../store/file-store.ts';
import { allOrNothing } from '#src/platform/database/all-or-nothing.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import type { Services } from '#src/platform/services/services.ts';
import { sentFiles } from './sent-file.table.ts';
import { lockSentFile, type SentKey } from './sent-files.ts';

type Taken = Outcome<'not-found' | 'taken' | 'no-sound', { readonly fileId: string }>;

type TakeServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'config'>;

/** Adds the recording, of bytes of its own under this key. */
async function addRecording(
  tx: Db,
  services: TakeServices,
  team: Person,
  key: SentKey,
  storageKey: string,
): Promise<Taken> {
  const found = await lockSentFile(tx, team, key);
  if (!found) return { ok: false, reason: 'not-found' };
  const { name, kind, mediaType, sizeBytes, sha256, takenAs, id } = found.file;
  if (takenAs !== null) return { ok: false, reason: 'taken' };
  const stored = { storageKey, kind, mediaType, sizeBytes, sha256 };
  const { projectId } = key;
  const taken = { projectId, name, needsApproval: false, isFromClient: true, stored };
  const added = await addFile(tx, services, team, taken);
  if (!added.ok) return { ok: false, reason: 'not-found' };
  await tx.update(sentFiles).set({ takenAs: added.fileId }).where(eq(sentFiles.id, id));
  return added;
}

/**
 * Makes a recording of the project from a sound or video that its client has sent, to be played, measured and compared. The file
 * stays in the inbox; the recording has bytes of its own, which on most disks take no more room. No approval is requested.
 */
export async function takeSentFile(services: TakeServices, team: Person, key: SentKey): Promise<Taken> {
  const store = fileStoreOf(services.config);
  const before = await services.db.transaction((tx) => lockSentFile(tx, team, key));
  if (!before) return { ok: false, reason: 'not-found' };
  if (before.file.takenAs !== null) return { ok: false, reason: 'taken' };
  if (!isPlayed(before.file)) return { ok: false, reason: 'no-sound' };
  // An object store copies a large file for minutes, so no lock is held meanwhile.
  const linked = await store.link(before.file.storageKey);
  if (linked === null) return { ok: false, reason: 'not-found' };
  return commitStored(store, linked, {
    commit: () => allOrNothing(services.db, (tx) => addRecording(tx, services, team, key, linked)),
    isNamed: async () => (await services.db.$count(files, eq(files.storageKey, linked))) > 0,
  });
}

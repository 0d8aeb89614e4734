import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Person } from '#src/features/accounts/sessions/session.ts';
import type { Db } from '#src/platform/database/database.ts';
import { files } from './file.table.ts';
import { addFile } from '../files.ts';
import type { StoredBytes } from './stored-bytes.ts';
import { testServices } from '#src/features/projects/test-project.fixture.ts';

/** The result of storing audio in the file store. */
export function storedBytesOf(text: string): StoredBytes {
  return {
    storageKey: randomUUID().replaceAll('-', ''),
    sha256: createHash('sha256').update(text).digest('hex'),
    sizeBytes: text.length,
    kind: 'audio',
    mediaType: 'audio/wav',
  };
}

const sound = { durationMs: 24_000, peaks: Buffer.alloc(400, 128).toString('base64') };

/** Adds a file with 24 seconds of audio to a project, without bytes on the disk. */
export async function makeFile(
  db: Db,
  by: Person,
  projectId: string,
  { name = 'Tidewater_R3_mix_v2.wav', needsApproval = true } = {},
): Promise<{ fileId: string; sha256: string }> {
  const stored = storedBytesOf(name);
  const file = { projectId, name, needsApproval, stored };
  const added = await db.transaction((tx) => addFile(tx, testServices(), by, file));
  if (!added.ok) throw new Error(added.reason);
  await db.update(files).set(sound).where(eq(files.id, added.fileId));
  return { fileId: added.fileId, sha256: stored.sha256 };
}

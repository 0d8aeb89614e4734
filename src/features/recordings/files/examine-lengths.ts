import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { openStoredFile } from './file-store.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import type { Log } from '#src/platform/log.ts';
import { files } from './file.table.ts';
import { saysMpegLength } from './mpeg-length.ts';

const atOnce = 200;

async function readsLength(dataDir: string, storageKey: string): Promise<boolean> {
  const handle = await openStoredFile(dataDir, storageKey);
  try {
    return handle !== null && (await saysMpegLength(handle));
  } finally {
    await handle?.close();
  }
}

/** Looks into MP3 files at which nobody has looked, those of an older version, and keeps whether they say how long they play. One that
 * cannot be read is logged, and tried again with the next ones. */
export async function examineLengths(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, 'warn'> },
  dataDir: string,
): Promise<void> {
  const unknown = await db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.mediaType, 'audio/mpeg'), isNull(files.hasLength)))
    .limit(atOnce);
  for (const { id, storageKey } of unknown) {
    try {
      const hasLength = await readsLength(dataDir, storageKey);
      await db.update(files).set({ hasLength }).where(eq(files.id, id));
    } catch (error) {
      log.warn('a recording could not be examined', { file: id, reason: describeFailure(error) });
    }
  }
}

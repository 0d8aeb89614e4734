import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { openStoredFile } from './file-store.ts';
import { files } from './file.table.ts';
import { saysMpegLength } from './mpeg-length.ts';

const atOnce = 200;

/** Looks into MP3 files at which nobody has looked, those of an older version, and keeps whether they say how long they play. */
export async function examineLengths(db: Db, dataDir: string): Promise<void> {
  const unknown = await db
    .select({ id: files.id, storageKey: files.storageKey })
    .from(files)
    .where(and(eq(files.mediaType, 'audio/mpeg'), isNull(files.hasLength)))
    .limit(atOnce);
  for (const { id, storageKey } of unknown) {
    const handle = await openStoredFile(dataDir, storageKey);
    try {
      const hasLength = handle !== null && (await saysMpegLength(handle));
      await db.update(files).set({ hasLength }).where(eq(files.id, id));
    } finally {
      await handle?.close();
    }
  }
}

import { eq } from 'drizzle-orm';
import type { Services } from '#src/platform/services.ts';
import { storedPathOf } from './file-store.ts';
import { files } from './file.table.ts';

/** Where the bytes with this SHA-256 lie on the disk; null where no file has them any more. */
export async function findStoredPath(
  { db, config }: Pick<Services, 'db' | 'config'>,
  sha256: string,
): Promise<string | null> {
  const [file] = await db
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(eq(files.sha256, sha256))
    .limit(1);
  return file ? storedPathOf(config.dataDir, file.storageKey) : null;
}

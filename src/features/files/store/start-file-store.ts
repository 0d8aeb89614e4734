import { desc } from 'drizzle-orm';
import { readAndClose } from '#src/platform/readable-file.ts';
import type { Services } from '#src/platform/services/services.ts';
import { fileStoreOf, type FileStore } from './file-store.ts';
import { files } from './file.table.ts';

const asked = Buffer.from('Is anybody there?');

/** Keeps a few bytes as an upload would, reads them and removes them; throws where the store does not give back what it was given. */
export async function checkFileStore(store: FileStore): Promise<void> {
  await store.requireThere();
  const { storageKey } = await store.store({ bytes: asked }, 'asked');
  try {
    const file = await store.open(storageKey);
    if (!file || !(await readAndClose(file)).equals(asked))
      throw new Error('The file store does not give back what it was given');
  } finally {
    await store.remove(storageKey);
  }
}

/** How many files are looked for at a start: one alone may be lost. */
const lookedFor = 5;

/**
 * Makes the configured store ready at a start. Throws what a person can act on where an object store cannot be used, or has none of
 * the files that the database names; says the latter of a folder, whose files may be lost for good, in the log alone.
 */
export async function startFileStore({
  config,
  db,
  log,
}: Pick<Services, 'config' | 'db' | 'log'>): Promise<void> {
  const store = fileStoreOf(config);
  if (config.bucket) {
    await checkFileStore(store).catch((error: unknown) => {
      throw new Error('FILES_URL cannot be used.', { cause: error });
    });
  } else await store.prepare();
  const newest = await db
    .select({ storageKey: files.storageKey })
    .from(files)
    .orderBy(desc(files.uploadedAt))
    .limit(lookedFor);
  const sizes = await Promise.all(newest.map(({ storageKey }) => store.sizeOf(storageKey)));
  if (sizes.length === 0 || sizes.some((size) => size !== null)) return;
  if (config.bucket)
    throw new Error(
      'FILES_URL names a store without the files of this database. Move them there first (npm run files:move), or name the right one.',
    );
  log.warn('none of the newest files is there; is FILES_URL missing, or DATA_DIR another one?');
}

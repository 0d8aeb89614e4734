import type { FileStore } from './stored-bytes.ts';
import type { Config } from '#src/platform/config/config.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { allFiles } from './file.table.ts';
import { openBucket } from '#src/platform/bucket/bucket.ts';
import { createFileBucket } from './file-bucket.ts';
import { inSpan } from '#src/platform/tracing/spans.ts';
import { createFileFolder } from './file-folder.ts';
import { desc } from 'drizzle-orm';
import type { Services } from '#src/platform/services/services.ts';

/** Wraps a store so that each call is a span of the trace. */
function withSpans(store: FileStore): FileStore {
  const asked = <T>(verb: string, work: () => Promise<T>) =>
    inSpan({ name: `file store ${verb}`, kind: 'client', fields: {} }, work);
  return {
    ...store,
    store: (...given) => asked('store', () => store.store(...given)),
    put: (...given) => asked('put', () => store.put(...given)),
    link: (key) => asked('link', () => store.link(key)),
    open: (key) => asked('open', () => store.open(key)),
    sizeOf: (key) => asked('size', () => store.sizeOf(key)),
    remove: (key) => asked('remove', () => store.remove(key)),
  };
}

/** The configured store. */
export const fileStoreOf = ({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore =>
  withSpans(bucket ? createFileBucket(openBucket(bucket)) : createFileFolder(dataDir));

/**
 * Commits a row that references newly stored bytes, and removes the bytes if no row does afterwards. `isNamed` returns
 * whether a row references them.
 */
export async function commitStored<Answer extends { readonly ok: boolean } | null>(
  store: Pick<FileStore, 'remove'>,
  storageKey: string,
  { commit, isNamed }: { readonly commit: () => Promise<Answer>; readonly isNamed: () => Promise<boolean> },
): Promise<Answer> {
  try {
    const answer = await commit();
    if (!answer?.ok) await store.remove(storageKey);
    return answer;
  } catch (error) {
    // The commit may have succeeded although its response was lost; then a row references these bytes. If unknown, they
    // are kept.
    if (!(await isNamed().catch(() => true))) await store.remove(storageKey);
    throw error;
  }
}

const asked = Buffer.from('Is anybody there?');

/** Stores, reads and removes a few bytes; throws if the store does not return them. */
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

/** Number of files checked at start, since a single one may be lost. */
const lookedFor = 5;

/**
 * Prepares the configured store at start. Throws an actionable error if an object store is unusable or has none of the
 * files in the database; for a folder, whose files may be lost for good, it only logs the latter.
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
    .select({ storageKey: allFiles.storageKey })
    .from(allFiles)
    .orderBy(desc(allFiles.uploadedAt))
    .limit(lookedFor);
  const sizes = await Promise.all(newest.map(({ storageKey }) => store.sizeOf(storageKey)));
  if (sizes.length === 0 || sizes.some((size) => size !== null)) return;
  if (config.bucket)
    throw new Error(
      'FILES_URL names a store without the files of this database. Move them there first (npm run files:move), or name the right one.',
    );
  log.warn('none of the newest files is there; is FILES_URL missing, or DATA_DIR another one?');
}

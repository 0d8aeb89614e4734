import { openStoredFile, removeStoredFile, requireFileStore, storeFile } from './file-store.ts';

const asked = Buffer.from('Is anybody there?');

/** Keeps a few bytes as an upload would, reads them and removes them; throws where the store does not give back what it was given. */
export async function askFileStore(dataDir: string): Promise<void> {
  await requireFileStore(dataDir);
  const { storageKey } = await storeFile(dataDir, { bytes: asked }, 'asked');
  try {
    const handle = await openStoredFile(dataDir, storageKey);
    try {
      const given = await handle?.readFile();
      if (!given?.equals(asked)) throw new Error('The file store does not give back what it was given');
    } finally {
      await handle?.close();
    }
  } finally {
    await removeStoredFile(dataDir, storageKey);
  }
}

import { createHash } from 'node:crypto';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { soundHeadBytes } from '#src/audio/sound-format.ts';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import { requireFolder } from '#src/platform/disk-room.ts';
import { readableFileOf } from '#src/platform/readable-file.ts';
import { fileTypeOf } from './file-type.ts';
import {
  isStorageKey,
  newStorageKey,
  requireKey,
  type FileStore,
  type Source,
  type StoredBytes,
} from './stored-bytes.ts';

const folderOf = (dataDir: string) => join(dataDir, 'files');
const noteIn = (dataDir: string) => join(dataDir, 'files-note.json');

/** Returns the path of stored bytes. Throws for an invalid key. */
export function storedPathOf(dataDir: string, storageKey: string): string {
  requireKey(storageKey);
  return join(folderOf(dataDir), storageKey);
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function moveTo(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(path, target);
    await rm(path);
  }
}

/** Reads the hash, size and type of a file in chunks, and syncs it to the disk. */
async function examine(path: string, name: string): Promise<Omit<StoredBytes, 'storageKey'>> {
  const handle = await open(path, 'r');
  try {
    const file = await readableFileOf(handle);
    const hash = createHash('sha256');
    for await (const piece of file.pieces()) hash.update(piece);
    const type = fileTypeOf(name, await file.read(0, soundHeadBytes));
    await handle.sync();
    return { sha256: hash.digest('hex'), sizeBytes: file.sizeBytes, ...type };
  } finally {
    await handle.close();
  }
}

/** Writes a new file and syncs it to the disk. */
async function write(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    for await (const piece of pieces) await handle.appendFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Links a file to `target`, or copies it to another disk or one without hard links. */
const place = ({ path, isKept = false }: Extract<Source, { path: string }>, target: string) =>
  isKept ? link(path, target).catch(() => copyFile(path, target)) : moveTo(path, target);

/**
 * Stores a file. Hashing it first takes minutes if it is large; a process that dies during this leaves nothing in the
 * store.
 */
async function storeIn(dataDir: string, source: Source, name: string): Promise<StoredBytes> {
  const folder = folderOf(dataDir);
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const storageKey = newStorageKey();
  const target = storedPathOf(dataDir, storageKey);
  try {
    if (!('path' in source)) await write(target, 'bytes' in source ? [source.bytes] : source.pieces);
    const known = await examine('path' in source ? source.path : target, name);
    if ('path' in source) await place(source, target);
    await syncTree(folder, { recursive: false });
    if (isNew) await syncTree(dataDir, { recursive: false });
    return { storageKey, ...known };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Stores bytes under a key from another store. A process that dies during this leaves nothing under the key. */
async function putIn(dataDir: string, storageKey: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = folderOf(dataDir);
  const target = storedPathOf(dataDir, storageKey);
  const draft = `${target}.part`;
  await mkdir(folder, { recursive: true });
  await rm(draft, { force: true });
  try {
    await write(draft, pieces);
    await rename(draft, target);
    await syncTree(folder, { recursive: false });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function linkIn(dataDir: string, storageKey: string): Promise<string | null> {
  const key = newStorageKey();
  const target = storedPathOf(dataDir, key);
  try {
    await place({ path: storedPathOf(dataDir, storageKey), isKept: true }, target);
    await syncTree(folderOf(dataDir), { recursive: false });
    return key;
  } catch (error) {
    await rm(target, { force: true });
    if (isGone(error)) return null;
    throw error;
  }
}

/** Files in a folder of the data directory, each under its key. A second key is a hard link if the disk supports it. */
export function createFileFolder(dataDir: string): FileStore {
  const pathOf = (storageKey: string) => storedPathOf(dataDir, storageKey);
  const requireThere = () => requireFolder(folderOf(dataDir));
  return {
    store: (source, name) => storeIn(dataDir, source, name),
    put: (storageKey, pieces) => putIn(dataDir, storageKey, pieces),
    link: (storageKey) => linkIn(dataDir, storageKey),
    async open(storageKey) {
      try {
        return await readableFileOf(await open(pathOf(storageKey), 'r'));
      } catch (error) {
        if (!isGone(error)) throw error;
        await requireThere();
        return null;
      }
    },
    async sizeOf(storageKey) {
      const found = await stat(pathOf(storageKey)).catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      });
      return found?.size ?? null;
    },
    remove: async (storageKey) => rm(pathOf(storageKey), { force: true }),
    pathOf,
    async *list() {
      yield* (await readdir(folderOf(dataDir))).filter(isStorageKey);
    },
    readNote: () =>
      readFile(noteIn(dataDir), 'utf8').catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      }),
    async writeNote(text) {
      await writeFile(`${noteIn(dataDir)}.new`, text);
      await rename(`${noteIn(dataDir)}.new`, noteIn(dataDir));
    },
    // Here the process that started a write also removes its leftovers.
    endBroken: async () => 0,
    isEmpty: async () => (await readdir(folderOf(dataDir)).catch(() => [])).length === 0,
    // After that, a missing folder means that the disk is not mounted.
    prepare: async () => void (await mkdir(folderOf(dataDir), { recursive: true })),
    requireThere,
  };
}

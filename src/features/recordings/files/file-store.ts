import { createHash, randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import { requireFolder } from '#src/platform/disk-room.ts';
import type { FileKind } from './file.table.ts';
import { soundHeadBytes } from '#src/features/recordings/sound/sound-container.ts';
import { fileTypeOf } from './file-type.ts';

/** Bytes that are on the disk for good, and what is known of them. */
export type StoredBytes = {
  readonly storageKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly mediaType: string;
};

/** Where the bytes are: in memory; in a file that is moved; or in a file that stays there under its own name, too. */
type Source = { readonly bytes: Uint8Array } | { readonly path: string; readonly isKept?: boolean };

const readBytes = 1024 * 1024;

const folderOf = (dataDir: string) => join(dataDir, 'files');

/** How a hash stands in the log, which takes out whatever is as long as a whole one. */
export const shortHashOf = (sha256: string): string => sha256.slice(0, 16);

/** The path of stored bytes. Throws for a key that is not one of ours. */
export function storedPathOf(dataDir: string, storageKey: string): string {
  if (!/^[\da-f]{32}$/.test(storageKey)) throw new Error('This is no key of the file store');
  return join(folderOf(dataDir), storageKey);
}

/** Makes the folder of the store at the first start. From then on one that is not there is a disk that is away. */
export async function makeFileStore(dataDir: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true });
}

/** Throws where the folder of the store is not there. */
export const requireFileStore = (dataDir: string): Promise<void> => requireFolder(folderOf(dataDir));

async function moveTo(path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(path, target);
    await rm(path);
  }
}

async function hashOf(handle: FileHandle): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(readBytes);
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, readBytes, sizeBytes);
    if (bytesRead === 0) return { sha256: hash.digest('hex'), sizeBytes };
    hash.update(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
}

/** Reads hash, size and type of a file, in pieces, and syncs it to the disk. */
async function examine(path: string, name: string): Promise<Omit<StoredBytes, 'storageKey'>> {
  const handle = await open(path, 'r');
  try {
    const known = await hashOf(handle);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(soundHeadBytes), 0, soundHeadBytes, 0);
    await handle.sync();
    return { ...known, ...fileTypeOf(name, buffer.subarray(0, bytesRead)) };
  } finally {
    await handle.close();
  }
}

/** Puts a file's bytes at `target`, on another disk or one without links as a copy. */
const place = ({ path, isKept = false }: Exclude<Source, { bytes: Uint8Array }>, target: string) =>
  isKept ? link(path, target).catch(() => copyFile(path, target)) : moveTo(path, target);

/**
 * Stores bytes under a random name. `name` is what the uploader called the file: only its ending is used, to tell its type.
 * The bytes are synced to the disk when this returns; where it throws, none are left. A file is read before it is placed, which
 * takes minutes for a large one: whoever dies meanwhile leaves nothing in the store.
 */
export async function storeFile(dataDir: string, source: Source, name: string): Promise<StoredBytes> {
  const folder = folderOf(dataDir);
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const storageKey = randomBytes(16).toString('hex');
  const target = storedPathOf(dataDir, storageKey);
  try {
    if ('bytes' in source) await writeFile(target, source.bytes, { flag: 'wx' });
    const known = await examine('bytes' in source ? target : source.path, name);
    if (!('bytes' in source)) await place(source, target);
    await syncTree(folder, { recursive: false });
    if (isNew) await syncTree(dataDir, { recursive: false });
    return { storageKey, ...known };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Gives stored bytes a second key, without a second copy where the disk knows links; null where they are gone. */
export async function linkStoredFile(dataDir: string, storageKey: string): Promise<string | null> {
  const key = randomBytes(16).toString('hex');
  const target = storedPathOf(dataDir, key);
  try {
    await place({ path: storedPathOf(dataDir, storageKey), isKept: true }, target);
    await syncTree(folderOf(dataDir), { recursive: false });
    return key;
  } catch (error) {
    await rm(target, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Opens stored bytes for reading; null where they are gone, an error where the whole store is. The caller closes it. */
export async function openStoredFile(dataDir: string, storageKey: string): Promise<FileHandle | null> {
  try {
    return await open(storedPathOf(dataDir, storageKey), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await requireFileStore(dataDir);
    return null;
  }
}

/** Removes stored bytes; does nothing where they are gone already. */
export async function removeStoredFile(dataDir: string, storageKey: string): Promise<void> {
  await rm(storedPathOf(dataDir, storageKey), { force: true });
}

import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import type { FileKind } from './file.table.ts';
import { soundHeadBytes } from '#src/features/recordings/sound/sound-container.ts';
import { fileTypeOf } from './file-type.ts';
import { measureWave } from './measure-wave.ts';

/** Bytes that are on the disk for good, and what is known of them. */
export type StoredBytes = {
  readonly storageKey: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly durationMs: number | null;
  /** Loudest sample in each of 400 slices, one byte each, as base64. */
  readonly peaks: string | null;
};

const readBytes = 1024 * 1024;

const folderOf = (dataDir: string) => join(dataDir, 'files');

/** The path of stored bytes. Throws for a key that is not one of ours. */
export function storedPathOf(dataDir: string, storageKey: string): string {
  if (!/^[\da-f]{32}$/.test(storageKey)) throw new Error('This is no key of the file store');
  return join(folderOf(dataDir), storageKey);
}

/** Writes the bytes to `target`, or moves the file there, also from another disk. */
async function moveTo(source: { path: string } | { bytes: Uint8Array }, target: string): Promise<void> {
  if ('bytes' in source) return writeFile(target, source.bytes, { flag: 'wx' });
  try {
    await rename(source.path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(source.path, target);
    await rm(source.path);
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

/** Reads hash, size, type and waveform of a file, in pieces, and syncs it to the disk. */
async function examine(path: string, name: string): Promise<Omit<StoredBytes, 'storageKey'>> {
  const handle = await open(path, 'r');
  try {
    const { sha256, sizeBytes } = await hashOf(handle);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(soundHeadBytes), 0, soundHeadBytes, 0);
    const type = fileTypeOf(name, buffer.subarray(0, bytesRead));
    const wave = type.mediaType === 'audio/wav' ? await measureWave(handle, sizeBytes) : null;
    await handle.sync();
    return { sha256, sizeBytes, ...type, durationMs: wave?.durationMs ?? null, peaks: wave?.peaks ?? null };
  } finally {
    await handle.close();
  }
}

/**
 * Stores bytes under a random name; a `path` is moved there. `name` is what the uploader called the file: only its ending is
 * used, to tell its type. The bytes are synced to the disk when this returns; where it throws, none are left.
 */
export async function storeFile(
  dataDir: string,
  source: { path: string } | { bytes: Uint8Array },
  name: string,
): Promise<StoredBytes> {
  const folder = folderOf(dataDir);
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  const storageKey = randomBytes(16).toString('hex');
  const target = storedPathOf(dataDir, storageKey);
  try {
    await moveTo(source, target);
    const known = await examine(target, name);
    await syncTree(folder, { recursive: false });
    if (isNew) await syncTree(dataDir, { recursive: false });
    return { storageKey, ...known };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** Opens stored bytes for reading; null where they are gone. The caller closes it. */
export async function openStoredFile(dataDir: string, storageKey: string): Promise<FileHandle | null> {
  try {
    return await open(storedPathOf(dataDir, storageKey), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes stored bytes; does nothing where they are gone already. */
export async function removeStoredFile(dataDir: string, storageKey: string): Promise<void> {
  await rm(storedPathOf(dataDir, storageKey), { force: true });
}

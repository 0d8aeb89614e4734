import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Config } from '#src/platform/config/config.ts';
import { leastFreeBytes, requireRoom } from '#src/platform/disk-room.ts';
import { isGone, processName } from '#src/platform/process-name.ts';
import type { ReadableFile } from '#src/platform/readable-file.ts';
import type { Services } from '#src/platform/services/services.ts';
import { fileStoreOf } from './file-store.ts';
import { allFiles } from './file.table.ts';

/** The folder of temporary copies, with a folder for each process. */
const scratchOf = (dataDir: string) => join(dataDir, 'scratch');

/**
 * Returns a path for a temporary file of this process, which must remove it; throws if there is no space for
 * `sizeBytes`.
 */
export async function scratchPathIn(
  { dataDir }: Pick<Config, 'dataDir'>,
  sizeBytes: number,
): Promise<string> {
  const folder = join(scratchOf(dataDir), processName());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  requireRoom(folder, sizeBytes + leastFreeBytes);
  return join(folder, randomUUID());
}

/** Returns the storage key of the bytes with this SHA-256; null if no file has them any more. */
export async function findStorageKey({ db }: Pick<Services, 'db'>, sha256: string): Promise<string | null> {
  const [file] = await db
    .select({ storageKey: allFiles.storageKey })
    .from(allFiles)
    .where(eq(allFiles.sha256, sha256))
    .limit(1);
  return file?.storageKey ?? null;
}

async function copyTo(path: string, file: ReadableFile, signal: AbortSignal): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of file.pieces()) {
      signal.throwIfAborted();
      await handle.appendFile(piece);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Calls `use` with the path of stored bytes on this machine: the stored file, or a temporary copy. Throws if the bytes
 * do not exist, if there is no space for a copy, or if `signal` aborts.
 */
export async function withLocalCopy<Result>(
  { config }: Pick<Services, 'config'>,
  storageKey: string,
  signal: AbortSignal,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const store = fileStoreOf(config);
  const kept = store.pathOf(storageKey);
  if (kept !== null) return use(kept);
  const file = await store.open(storageKey);
  if (!file) throw new Error('The bytes of a file are gone');
  try {
    const path = await scratchPathIn(config, file.sizeBytes);
    try {
      await copyTo(path, file, signal);
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  } finally {
    await file.close();
  }
}

/** Removes copies of processes that died; with `isStarting`, also those of an earlier process with the same id. */
export async function removeAbandonedCopies(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { isStarting }: { readonly isStarting: boolean },
): Promise<void> {
  const folder = scratchOf(config.dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const isAbandonedHere = isStarting && name === processName();
    const path = join(folder, name);
    if (isAbandonedHere || (await isGone(name, path, clock.now())))
      await rm(path, { recursive: true, force: true });
  }
}

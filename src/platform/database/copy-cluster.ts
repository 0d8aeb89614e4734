import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { freeBytesOf } from '../disk-room.ts';

/** The disk space that the embedded engine keeps free for itself. */
export const floorBytes = 256 * 1024 * 1024;
/** Other statements wait meanwhile, and are given up after fifteen seconds. */
const limitMs = 8000;

type Found = { readonly path: string; readonly size: number | null };

/** Everything below a folder, folders before what lies in them; the size of a folder is null. */
async function listBelow(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, size: entry.isDirectory() ? null : (await stat(path)).size };
    }),
  );
  return found.toSorted(
    (a, b) => Number(a.size !== null) - Number(b.size !== null) || a.path.length - b.path.length,
  );
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = await freeBytesOf(folder);
  if (free >= bytes + floorBytes) return;
  throw new Error(
    `A copy of the database needs ${Math.ceil((bytes + floorBytes) / 1e6)} MB of free disk, and there are ${Math.floor(free / 1e6)} MB.`,
  );
}

/** Copies a folder of the embedded engine, which does nothing meanwhile, to `<folder>/database`; see `Database.copyTo`. */
export async function copyCluster(directory: string, folder: string, withinMs = limitMs): Promise<void> {
  const until = performance.now() + withinMs;
  const found = await listBelow(directory);
  const target = join(folder, 'database');
  await mkdir(target, { recursive: true, mode: 0o700 });
  try {
    await requireRoom(
      folder,
      found.reduce((sum, { size }) => sum + (size ?? 0), 0),
    );
    for (const { path, size } of found) {
      if (performance.now() > until)
        throw new Error(`The database cannot be copied within ${withinMs / 1000} seconds.`);
      const to = join(target, relative(directory, path));
      if (size === null) await mkdir(to, { mode: 0o700 });
      else await copyFile(path, to, constants.COPYFILE_FICLONE);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

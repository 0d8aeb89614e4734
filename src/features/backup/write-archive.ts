import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import { freeBytesOf } from '#src/platform/disk-room.ts';
import { BackupRefusal } from './archive-format.ts';

/** What stays free beside an archive: the database may lie on the same disk. */
const leftFreeBytes = 256_000_000;

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** Refuses a place that holds a file already, or no folder. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new BackupRefusal(`${file} exists. Choose another name; it stays as it is.`);
  if (existsSync(`${file}.part`))
    throw new BackupRefusal(
      `${file}.part exists: another backup is under way, or was cut off. Remove it if none is.`,
    );
  if (!existsSync(dirname(resolve(file))))
    throw new BackupRefusal(`There is no folder ${dirname(resolve(file))}.`);
}

/** Refuses where the disk of a file has no room for so many bytes. */
export async function requireRoomFor(file: string, bytes: number): Promise<void> {
  const free = await freeBytesOf(dirname(resolve(file)));
  if (free >= bytes + leftFreeBytes) return;
  throw new BackupRefusal(
    `About ${inMegabytes(bytes)} are needed at ${file}, and ${inMegabytes(leftFreeBytes)} that stay free; there are ${inMegabytes(free)}.`,
  );
}

/** Writes an archive, its owner's alone, under its name once it is whole and on the disk; leaves nothing where that fails. */
export async function writeArchive(
  file: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, 'wx', 0o600);
  try {
    for await (const piece of stream) {
      signal.throwIfAborted();
      await handle.appendFile(piece);
    }
    await handle.sync();
    await handle.close();
    if (existsSync(file)) throw new BackupRefusal(`${file} exists by now; it stays as it is.`);
    await rename(part, file);
    await syncTree(dirname(resolve(file)), { recursive: false });
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

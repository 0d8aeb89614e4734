import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { syncTree } from '#src/platform/database/sync-tree.ts';
import { freeBytesOf } from '#src/platform/disk-room.ts';
import { isGone, processName } from '#src/platform/process-name.ts';
import { BackupRefusal } from './archive-format.ts';

/** The space left free next to an archive, since the database may be on the same disk. */
const leftFreeBytes = 256_000_000;

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

const partEnd = '.part';
/** Returns the path of an unfinished archive, which contains the writing process's name. */
const partOf = (file: string) => `${file}.${processName()}${partEnd}`;

/**
 * Throws if the file exists, its folder does not, or another backup is being written there. Removes what an interrupted
 * backup has left.
 */
export async function requireNewFile(file: string, now: Date): Promise<void> {
  if (existsSync(file)) throw new BackupRefusal(`${file} exists. Choose another name; it stays as it is.`);
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) throw new BackupRefusal(`There is no folder ${folder}.`);
  const begin = `${basename(file)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(begin) || !name.endsWith(partEnd)) continue;
    const [part, writer] = [join(folder, name), name.slice(begin.length, -partEnd.length)];
    if (part !== resolve(partOf(file)) && !(await isGone(writer, part, now)))
      throw new BackupRefusal(`${part} exists: another backup is under way. Remove it if none is.`);
    await rm(part);
  }
}

/** Throws if the disk of a file has not enough space for so many bytes. */
export async function requireRoomFor(file: string, bytes: number): Promise<void> {
  const free = await freeBytesOf(dirname(resolve(file)));
  if (free >= bytes + leftFreeBytes) return;
  throw new BackupRefusal(
    `About ${inMegabytes(bytes)} are needed at ${file}, and ${inMegabytes(leftFreeBytes)} that stay free; there are ${inMegabytes(free)}.`,
  );
}

/**
 * Writes an archive, readable by its owner only. It gets its name once it is complete and synced; on failure nothing is
 * left.
 */
export async function writeArchive(
  file: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const part = partOf(file);
  const handle = await open(part, 'wx', 0o600);
  try {
    const pieces = Readable.fromWeb(stream as NodeReadableStream<Uint8Array>, { signal });
    for await (const piece of pieces) await handle.appendFile(piece as Uint8Array);
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

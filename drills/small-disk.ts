import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const diskMegabytes = 1700;

/** Mounts a small disk in memory. Throws if that is not permitted. */
export function mountDisk(folder: string): void {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
}

/** Returns why no disk can be filled here; null if one can. */
export function reasonNotToFill(): string | null {
  if (process.platform !== 'linux') return 'a disk of memory is mounted on Linux alone';
  const folder = mkdtempSync(join(tmpdir(), 'antinode-mount-'));
  const disk = join(folder, 'disk');
  try {
    mountDisk(disk);
    execFileSync('umount', [disk]);
    return null;
  } catch (error) {
    return `mounting a disk is not allowed here: ${(error as Error).message.trim().split('\n').at(-1)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the disk to its last byte with one file, and keeps it full until told to remove the file. */
export async function fillDisk(disk: string, isSlow: boolean) {
  const file = join(disk, 'filler');
  const handle = openSync(file, 'a');
  const piece = Buffer.alloc(1024 * 1024, 1);
  const write = (bytes: number) => {
    try {
      return writeSync(handle, piece, 0, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return 0;
    }
  };
  const fill = () => {
    for (const bytes of [piece.length, 4096]) while (write(bytes) > 0);
  };
  if (isSlow) while (write(piece.length) > 0) await wait(5);
  fill();
  // Also takes the space that the server frees.
  const again = setInterval(fill, 50);
  return () => {
    clearInterval(again);
    closeSync(handle);
    rmSync(file);
  };
}

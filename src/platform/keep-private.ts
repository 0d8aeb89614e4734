import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The permission bits of other users. */
const others = 0o077;

/** Folders with very many files. Within a private folder they cannot be reached, so they are checked only once. */
const stores = new Set(['files', 'uploads']);

/** Says that everything in a data directory has been looked through. */
const marker = '.private';

class OpenDataError extends Error {
  override name = 'OpenDataError';
}

const isOpen = ({ mode }: Stats) => (mode & others) !== 0;

async function close(path: string, { mode }: Stats): Promise<void> {
  await chmod(path, mode & 0o700);
}

/** Takes a data directory from everybody but its owner; throws where that cannot be done. */
async function closeFolder(folder: string, found: Stats): Promise<void> {
  const advice = `Other users of this machine can reach ${folder}, and that cannot be changed by this one. Run: chmod 700 ${folder}`;
  try {
    await close(folder, found);
  } catch (error) {
    throw new OpenDataError(advice, { cause: error });
  }
  if (isOpen(await stat(folder))) throw new OpenDataError(advice);
}

/** Takes what is in a folder from everybody else; returns how much it was. Links are left alone, and what is gone meanwhile. */
async function closeWithin(folder: string, isLeftOut: (name: string) => boolean): Promise<number> {
  let closed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const path = join(folder, entry.name);
    const found = await lstat(path).catch(() => null);
    if (found && isOpen(found)) {
      await close(path, found);
      closed += 1;
    }
    if (entry.isDirectory() && !isLeftOut(entry.name)) closed += await closeWithin(path, () => false);
  }
  return closed;
}

/**
 * Makes an existing data directory its owner's alone: folders 0700, files 0600; returns how many were open to others. The
 * stores of many files are looked through only where others could have reached them, and the first time.
 */
export async function keepPrivate(dataDir: string): Promise<number> {
  const found = await stat(dataDir).catch(() => null);
  if (!found) return 0;
  const wasOpen = isOpen(found);
  if (wasOpen) await closeFolder(dataDir, found);
  const isKnown = !wasOpen && (await stat(join(dataDir, marker)).catch(() => null)) !== null;
  const closed = await closeWithin(dataDir, (name) => isKnown && stores.has(name));
  if (!isKnown) await writeFile(join(dataDir, marker), '', { mode: 0o600 });
  return closed + (wasOpen ? 1 : 0);
}

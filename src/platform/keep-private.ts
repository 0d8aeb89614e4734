import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The permission bits of other users. */
const others = 0o077;

/** Folders with very many files. In a private folder others cannot reach them, so they are checked only once. */
const stores = new Set(['files', 'uploads']);

/** Marks a data directory as fully checked. */
const marker = '.private';

class OpenDataError extends Error {
  override name = 'OpenDataError';
}

const isOpen = ({ mode }: Stats) => (mode & others) !== 0;

async function close(path: string, { mode }: Stats): Promise<void> {
  await chmod(path, mode & 0o700);
}

/** Removes other users' access to a data directory. Throws on failure. */
async function closeFolder(folder: string, found: Stats): Promise<void> {
  const advice = `Other users of this machine can reach ${folder}, and that cannot be changed by this one. Run: chmod 700 ${folder}`;
  try {
    await close(folder, found);
  } catch (error) {
    throw new OpenDataError(advice, { cause: error });
  }
  if (isOpen(await stat(folder))) throw new OpenDataError(advice);
}

/**
 * Removes other users' access to everything in a folder, except links and files that disappear meanwhile. Returns how
 * many entries changed.
 */
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
 * Makes an existing data directory private: folders 0700, files 0600. Returns how many entries were open to others.
 * Stores of many files are checked only if others could reach them, and the first time.
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

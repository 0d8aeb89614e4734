import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

// The file system batches concurrent syncs into one journal write.
const atOnce = 8;

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a folder, by default with its contents, to survive a loss of power. */
export async function syncTree(directory: string, { recursive } = { recursive: true }): Promise<void> {
  const below = recursive ? await readdir(directory, { withFileTypes: true, recursive: true }) : [];
  const paths = below
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const syncNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path);
  };
  await Promise.all(Array.from({ length: atOnce }, syncNext));
  await syncPath(directory);
}

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a folder, and by default everything below it, survive a loss of power. */
export async function syncTree(directory: string, { recursive } = { recursive: true }): Promise<void> {
  const below = recursive ? await readdir(directory, { withFileTypes: true, recursive: true }) : [];
  const paths = below
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of [...paths, directory]) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

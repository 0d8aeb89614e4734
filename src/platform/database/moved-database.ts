import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableDataError } from '../make-folder.ts';
import { syncTree } from './sync-tree.ts';

const markerIn = (dataDir: string) => join(dataDir, 'database-moved');

/** Returns true if the embedded database of this data directory was moved to PostgreSQL. */
export const wasMoved = (dataDir: string): boolean => existsSync(markerIn(dataDir));

/** Marks the embedded database of this data directory as moved to PostgreSQL: it is not opened any more. */
export async function noteMoved(dataDir: string, now: Date): Promise<void> {
  await writeFile(markerIn(dataDir), `${now.toISOString()}\n`, { mode: 0o600, flush: true });
  await syncTree(dataDir, { recursive: false });
}

/** Throws if the embedded database of this data directory was moved: changes would be missing in the new one. */
export function requireNotMoved(dataDir: string): void {
  if (!wasMoved(dataDir)) return;
  const marker = markerIn(dataDir);
  throw new UnusableDataError(
    `the database in ${dataDir} was moved to PostgreSQL at ${readFileSync(marker, 'utf8').trim()}. Set DATABASE_URL. ` +
      `To go back to what it held then, without all that came since, remove ${marker}.`,
  );
}

import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableDataError } from '../make-folder.ts';
import { syncTree } from './sync-tree.ts';

const markerIn = (dataDir: string) => join(dataDir, 'database-moved');

/** Was the embedded database of this data directory moved to PostgreSQL? */
export const wasMoved = (dataDir: string): boolean => existsSync(markerIn(dataDir));

/** Notes on the disk that the embedded database of this data directory was moved to PostgreSQL: nobody opens it from then on. */
export async function noteMoved(dataDir: string, now: Date): Promise<void> {
  await writeFile(markerIn(dataDir), `${now.toISOString()}\n`, { mode: 0o600, flush: true });
  await syncTree(dataDir, { recursive: false });
}

/** Throws where the embedded database of this data directory was moved: what is done to it would be missing in the other one. */
export function requireNotMoved(dataDir: string): void {
  if (!wasMoved(dataDir)) return;
  const marker = markerIn(dataDir);
  throw new UnusableDataError(
    `the database in ${dataDir} was moved to PostgreSQL at ${readFileSync(marker, 'utf8').trim()}. Set DATABASE_URL. ` +
      `To go back to what it held then, without all that came since, remove ${marker}.`,
  );
}

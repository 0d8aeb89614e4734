import { DatabaseSync } from 'node:sqlite';

export type DirectoryLock = { release: () => void };

/**
 * Takes the one lock on a data directory, in `<directory>.lock` beside it; null when another process holds it.
 * The operating system frees it however the process ends.
 */
export function lockDirectory(directory: string): DirectoryLock | null {
  const file = new DatabaseSync(`${directory}.lock`);
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw error;
  }
  return { release: () => file.close() };
}

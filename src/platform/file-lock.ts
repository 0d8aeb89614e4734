import { DatabaseSync } from 'node:sqlite';

/** Held until it is released. The operating system frees it however the process ends. */
export type FileLock = { readonly release: () => void };

function lock(file: DatabaseSync, statement: string): FileLock | null {
  try {
    file.exec(statement);
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw error;
  }
  return { release: () => file.close() };
}

/** Takes the one lock on a file, which is made if needed; null when another process holds or shares it. */
export const takeLock = (path: string): FileLock | null =>
  lock(new DatabaseSync(path), 'pragma locking_mode = exclusive; begin exclusive');

/** Shares the lock on a file with any number of processes, which need to read it alone; null while one has taken it. */
export const shareLock = (path: string): FileLock | null =>
  lock(new DatabaseSync(path, { readOnly: true }), 'begin; select count(*) from sqlite_master');

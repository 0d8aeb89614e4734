import { DatabaseSync } from 'node:sqlite';

// Without dependencies: a build is taken before any package is installed.

/** Held until released. The operating system frees it when the process ends. */
export type FileLock = { readonly release: () => void };

function lockFile(file: DatabaseSync, statement: string): FileLock | null {
  try {
    file.exec(statement);
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw error;
  }
  return { release: () => file.close() };
}

/**
 * Acquires an exclusive lock on a file, which is created if needed; returns null if another process holds or shares it.
 */
export const takeLock = (path: string): FileLock | null =>
  lockFile(new DatabaseSync(path), 'pragma locking_mode = exclusive; begin exclusive');

/** Acquires a shared lock on a file, for reading it; returns null if it is locked exclusively. */
export const shareLock = (path: string): FileLock | null =>
  lockFile(new DatabaseSync(path, { readOnly: true }), 'begin; select count(*) from sqlite_master');

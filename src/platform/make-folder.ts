import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Creates a folder and its missing parents, readable by their owner only. Throws on failure. Node's recursive `mkdir`
 * never ends on file systems such as /proc that refuse new folders as "no such directory".
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

/** Says all about why data cannot be kept or opened; what caused it is not to be printed beside it. */
export class UnusableDataError extends Error {
  override name = 'UnusableDataError';
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk can only be read',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of that path is a file',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'that disk is full',
};

/**
 * Creates the private data directory. Throws with the reason and the fix in one sentence if it is not writable: on
 * PostgreSQL an upload would be the first to notice.
 */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UnusableDataError(
      `nothing can be kept in ${path}, because ${reasons[code] ?? message} (${code || 'no code'}). Set DATA_DIR to a folder in which this user may write.`,
      { cause: error },
    );
  }
}

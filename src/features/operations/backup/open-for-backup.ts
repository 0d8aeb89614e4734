import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '#src/platform/config/config.ts';
import { DatabaseInUseError, type Database, type DatabaseOptions } from '#src/platform/database/database.ts';
import { requireNotMoved } from '#src/platform/database/moved-database.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { keepPrivate } from '#src/platform/keep-private.ts';
import { askServer } from '#src/platform/services/requests.ts';
import { BackupRefusal } from './archive-format.ts';

/** The kind of request that the command sends to a running server. */
export const backupRequests = 'backup';

/** The server's response: the folder of the copy, which the command deletes, or the reason for the failure. */
export type CopyAnswer =
  | { readonly kind: 'copied'; readonly folder: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Delay before asking again a server that was too busy to make a copy in time. */
const askAgainMs = [10_000, 30_000];

async function askForCopy(dataDir: string): Promise<string> {
  let answer = await askServer<CopyAnswer>({ dataDir, kind: backupRequests }, {});
  for (const waitMs of askAgainMs) {
    if (answer.kind !== 'failed') break;
    await wait(waitMs);
    answer = await askServer<CopyAnswer>({ dataDir, kind: backupRequests }, {});
  }
  if (answer.kind === 'copied') return answer.folder;
  if (answer.kind === 'failed')
    throw new BackupRefusal(`The running server cannot make a copy of its database: ${answer.reason}`);
  throw new BackupRefusal(
    `Another process uses the data in ${dataDir} and does not answer. If it is still starting, run this again in a moment; if not, stop it first.`,
  );
}

/** A database that is closed and, if it is a copy, deleted. */
function removedWhenClosed(database: Database, folder: string): Database {
  return {
    ...database,
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Opens the configured database for reading, whether or not a server is running: PostgreSQL directly; the embedded
 * database itself or, if a server has it open, a copy made by the server. The caller closes it.
 */
export async function openForBackup(
  {
    databaseUrl,
    dataDir,
    databaseSessionUrl = null,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseSessionUrl'>>,
  options: DatabaseOptions,
): Promise<Database> {
  if (databaseUrl !== null) return openServer(databaseUrl, { ...options, sessionUrl: databaseSessionUrl });
  requireNotMoved(dataDir);
  if (!existsSync(join(dataDir, 'database')))
    throw new BackupRefusal(`There is no installation in ${dataDir}.`);
  await keepPrivate(dataDir);
  try {
    return await openEmbedded(dataDir, options);
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
  }
  const folder = await askForCopy(dataDir);
  try {
    return removedWhenClosed(await openEmbedded(folder, options), folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupRefusal } from '#src/features/operations/backup/archive-format.ts';
import { moveDatabase } from '#src/features/operations/backup/move-database.ts';
import { DatabaseInUseError } from '#src/platform/database/database.ts';
import { noteMoved } from '#src/platform/database/moved-database.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';

/**
 * `npm run database:move` copies the embedded database of DATA_DIR to the empty PostgreSQL database of DATABASE_URL.
 */

const migrations = join(projectRootFrom(import.meta.dirname), 'database/migrations');

// Files written from here on are private to this user.
process.umask(0o077);

async function move(): Promise<string[]> {
  const { databaseUrl, databaseSessionUrl: sessionUrl, dataDir } = readCommandConfig();
  if (databaseUrl === null)
    throw new BackupRefusal('Set DATABASE_URL to the empty PostgreSQL database that is to be used.');
  const original = join(dataDir, 'database');
  if (!existsSync(original)) throw new BackupRefusal(`There is no embedded database in ${dataDir}.`);
  const options = { deadlineMs: 60_000, onHung: () => giveUp(['The database hangs.']) };
  const from = await openEmbedded(dataDir, options);
  try {
    const to = await openServer(databaseUrl, { ...options, sessionUrl });
    try {
      const counts = await moveDatabase(from, to, migrations);
      await noteMoved(dataDir, new Date());
      const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
      return [
        `Moved ${rows.toLocaleString('en')} rows of ${counts.size} tables; every count is right.`,
        `Start the server with this DATABASE_URL and the same DATA_DIR, where the files stay.`,
        `${original} is as it was, and nothing opens it any more. Remove it once you are sure.`,
      ];
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

const lines = await move().catch((error: unknown) => {
  if (error instanceof DatabaseInUseError)
    return giveUp(['The server runs. Stop it first, then run this again. Nothing was moved.']);
  if (error instanceof BackupRefusal) return giveUp([error.message, 'Nothing was moved.']);
  return giveUpOn(error);
});
process.stdout.write(`${lines.join('\n')}\n`);

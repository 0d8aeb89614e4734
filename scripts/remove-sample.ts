import { join } from 'node:path';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import {
  removeSampleStudio,
  type RemovedStudio,
} from '#src/features/operations/sample/remove-sample-studio.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { Config } from '#src/platform/config/config.ts';
import { DatabaseInUseError, type Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { keepPrivate } from '#src/platform/keep-private.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';

/** `npm run sample:remove` removes the sample studio from the configured database, permanently. */

const deadlineMs = 60_000;

// Files written from here on are private to this user.
process.umask(0o077);

async function open(config: Config): Promise<Database> {
  try {
    await keepPrivate(config.dataDir);
    return await openDatabase(config, { deadlineMs, onHung: () => giveUp(['The database hangs.']) });
  } catch (error) {
    if (error instanceof DatabaseInUseError) {
      return giveUp([
        `Antinode is running on ${config.dataDir}. Stop it first, then run this again. Nothing was removed.`,
      ]);
    }
    throw error;
  }
}

const counted = (count: number, one: string, many: string) => `  ${count} ${count === 1 ? one : many}`;

function linesOf({
  people,
  projects,
  messages,
  invoices,
  leads,
  calls,
  chats,
  files,
}: RemovedStudio): string[] {
  const megabytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6;
  return [
    counted(people, 'person, and every session of theirs', 'people, and every session of theirs'),
    counted(projects, 'project', 'projects'),
    `${counted(files.length, 'file', 'files')} (${megabytes.toFixed(1)} MB)`,
    counted(messages, 'message', 'messages'),
    counted(invoices, 'invoice', 'invoices'),
    counted(leads, 'lead', 'leads'),
    counted(calls, 'call', 'calls'),
    counted(chats, 'conversation in the chat', 'conversations in the chat'),
  ];
}

async function removeFrom(config: Config): Promise<void> {
  const database = await open(config);
  try {
    await migrate(database, join(projectRootFrom(import.meta.dirname), 'database/migrations'));
    const gone = await removeSampleStudio(database.db, systemClock.now());
    const keys = [...gone.files.map(({ storageKey }) => storageKey), ...gone.renditionKeys];
    for (const key of keys) await fileStoreOf(config).remove(key);
    const lines =
      gone.people + gone.leads === 0
        ? ['There is no sample studio here, and none will be made.']
        : [
            'Removed the sample studio:',
            ...linesOf(gone),
            'Everything else is as it was. It will not come back.',
          ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
}

await removeFrom(readCommandConfig()).catch(giveUpOn);

import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open-server.ts';
import {
  createServerDatabase,
  hasServer,
  migrationsDirectory,
  openInMemory,
} from './test-database.fixture.ts';

const options = { deadlineMs: 20_000, onHung: () => undefined };

async function openEmbeddedAnew(): Promise<Database> {
  const database = await openInMemory('empty');
  onTestFinished(() => database.close());
  return database;
}

async function openServerAnew(): Promise<Database> {
  const { url, drop } = await createServerDatabase('empty');
  const database = await openServer(url, options);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** The engines to upgrade on, each with how to open an empty database. */
export const emptyDatabases = (): [engine: string, open: () => Promise<Database>][] => [
  ['PGlite', openEmbeddedAnew],
  ...(hasServer() ? [['PostgreSQL', openServerAnew] as [string, () => Promise<Database>]] : []),
];

/** Applies the migrations up to this one and no later one: the database of an earlier version. */
export async function migrateUpTo(database: Database, last: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const name of await readdir(migrationsDirectory))
    if (name <= last) await copyFile(join(migrationsDirectory, name), join(directory, name));
  await migrate(database, directory);
  await rm(directory, { recursive: true });
}

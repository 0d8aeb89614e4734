import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { describe, inject, onTestFinished } from 'vitest';
import { projectRootFrom } from '../project-root.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open-server.ts';
import { startPostgres } from './temporary-postgres.fixture.ts';

export const migrationsDirectory = join(projectRootFrom(import.meta.dirname), 'database/migrations');

const template = 'antinode_template';
const lockWaitMs = 60_000;

const options: DatabaseOptions = {
  deadlineMs: 20_000,
  onHung: () => {
    throw new Error('The test database hangs');
  },
};

function overMemory(client: PGlite): Database {
  return embeddedDatabase({
    client,
    writeCount: () => 0,
    hasRoom: async () => true,
    onClosed: () => undefined,
    ...options,
  });
}

/** The content of `<scratch>/<name>`, made by the first worker that asks; the others wait for it. */
async function madeOnce(name: string, make: () => Promise<string | Uint8Array>): Promise<Buffer> {
  const path = join(inject('scratch'), name);
  if (!existsSync(path)) {
    const lock = new DatabaseSync(`${path}.lock`, { timeout: lockWaitMs });
    try {
      lock.exec('begin exclusive');
      if (!existsSync(path)) {
        await writeFile(`${path}.new`, await make());
        await rename(`${path}.new`, path);
      }
    } finally {
      lock.close();
    }
  }
  return readFile(path);
}

async function makeSnapshot(): Promise<Uint8Array> {
  const database = new PGlite();
  await migrate(overMemory(database), migrationsDirectory);
  return (await database.dumpDataDir('none')).bytes();
}

/** A migrated embedded database in memory; close it when done. */
export async function createTestDatabase(): Promise<Database> {
  const snapshot = await madeOnce('snapshot.tar', makeSnapshot);
  const client = new PGlite({ loadDataDir: new Blob([new Uint8Array(snapshot)]) });
  await client.waitReady;
  return overMemory(client);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function makeTemplate(): Promise<string> {
  const { url: given, binaries } = inject('postgres');
  const url = given ?? (await startPostgres(binaries ?? '', inject('scratch')));
  await administer(url, `drop database if exists ${template}`);
  await administer(url, `create database ${template}`);
  const database = await openServer(withName(url, template), options);
  await migrate(database, migrationsDirectory);
  await database.close();
  return url;
}

/** A new database on the PostgreSQL server, empty or migrated; `drop` removes it. */
export async function createServerDatabase(
  from: 'empty' | 'migrated',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = (await madeOnce('postgres.url', makeTemplate)).toString();
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  await administer(url, `create database ${name} template ${from === 'migrated' ? template : 'template0'}`);
  return {
    url: withName(url, name),
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  };
}

/** False where the run goes without PostgreSQL, which the setup has said aloud. */
export function hasServer(): boolean {
  const { url, binaries } = inject('postgres');
  return url !== null || binaries !== null;
}

async function openTestServer(): Promise<Database> {
  const { url, drop } = await createServerDatabase('migrated');
  const database = await openServer(url, options);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Opens a migrated database for the running test and closes it after the test. */
export type OpenTestDatabase = () => Promise<Database>;

/** Runs the same tests on PGlite and, where one can be had, on PostgreSQL. */
export function describeOnEachDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  const closedAfterwards = (open: OpenTestDatabase) => async () => {
    const database = await open();
    onTestFinished(() => database.close());
    return database;
  };
  describe(`${name}, on PGlite`, () => tests(closedAfterwards(createTestDatabase)));
  describe.skipIf(!hasServer())(`${name}, on PostgreSQL`, () => tests(closedAfterwards(openTestServer)));
}

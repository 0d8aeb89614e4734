import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import '../keep-wasm-code.ts';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { describe, inject, onTestFinished } from 'vitest';
import { createJobs } from '../jobs/jobs.ts';
import { projectRootFrom } from '../project-root.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { createEmptying } from './empty-tables.fixture.ts';
import { migrate } from './migrate.ts';
import { DurableNodeFS, extensions, startParams } from './open-embedded.ts';
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
    directory: null,
    onClosed: () => undefined,
    ...options,
  });
}

/** Returns the content of the file at this path, created by the first worker; the others wait for it. */
async function madeOnce(path: string, make: () => Promise<string | Uint8Array>): Promise<Buffer> {
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

/** Creates the tables of the product and its job queue. */
async function makeTables(database: Database): Promise<void> {
  await migrate(database, migrationsDirectory);
  const silent = () => undefined;
  const jobs = createJobs({ database, log: { info: silent, warn: silent, error: silent } });
  await jobs.start();
  await jobs.stop();
}

type Start = 'empty' | 'migrated';

async function openSnapshot(snapshot: Uint8Array): Promise<PGlite> {
  const client = new PGlite({ extensions, loadDataDir: new Blob([new Uint8Array(snapshot)]) });
  await client.waitReady;
  return client;
}

const snapshotOf = (from: Start): Promise<Uint8Array> =>
  madeOnce(join(inject('snapshots'), `${from}.tar`), async () => {
    const client =
      from === 'empty' ? new PGlite({ extensions }) : await openSnapshot(await snapshotOf('empty'));
    await client.waitReady;
    if (from === 'migrated') await makeTables(overMemory(client));
    const snapshot = await client.dumpDataDir('none');
    await client.close();
    return snapshot.bytes();
  });

/** Opens a new embedded database in memory; the caller closes it. */
export const openInMemory = async (from: Start): Promise<Database> =>
  overMemory(await openSnapshot(await snapshotOf(from)));

/** Creates an embedded database in an empty data directory, as a first start would. */
export async function copyEmbedded(dataDir: string, from: Start): Promise<void> {
  const made = await madeOnce(join(inject('scratch'), `${from}.path`), async () => {
    const path = join(inject('scratch'), `${from}-embedded`);
    await mkdir(path, { mode: 0o700 });
    const fs = new DurableNodeFS(join(path, 'database'));
    const snapshot = await snapshotOf(from);
    const client = new PGlite({
      fs,
      startParams,
      extensions,
      loadDataDir: new Blob([new Uint8Array(snapshot)]),
    });
    await client.waitReady;
    await client.close();
    return path;
  });
  await cp(made.toString(), dataDir, { recursive: true });
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
  await makeTables(database);
  await database.close();
  return url;
}

/** Creates a database on the PostgreSQL server, empty or migrated; `drop` removes it. */
export async function createServerDatabase(from: Start): Promise<{ url: string; drop: () => Promise<void> }> {
  const url = (await madeOnce(join(inject('scratch'), 'postgres.url'), makeTemplate)).toString();
  const name = `test_${uuidv7().replaceAll('-', '')}`;
  await administer(url, `create database ${name} template ${from === 'migrated' ? template : 'template0'}`);
  return {
    url: withName(url, name),
    drop: () => administer(url, `drop database if exists ${name} with (force)`),
  };
}

/** False if the run does not use PostgreSQL, which the setup has reported. */
export function hasServer(): boolean {
  const { url, binaries } = inject('postgres');
  return url !== null || binaries !== null;
}

async function openOnServer(): Promise<Database> {
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

/** Opens a migrated, empty database for the running test and releases it afterwards. */
export type OpenTestDatabase = () => Promise<Database>;

/** A database and the function that empties it. */
type Kept = { readonly database: Database; readonly empty: () => Promise<void> };

/** One database for all tests of this worker, emptied after each; additional ones are closed after the test. */
function keptBetweenTests(openNew: () => Promise<Kept>): OpenTestDatabase {
  let kept: Kept | null = null;
  let isLent = false;
  return async () => {
    const isSpare = isLent;
    isLent = true;
    const taken = isSpare ? await openNew() : (kept ??= await openNew());
    const { database } = taken;
    const stops: (() => Promise<void>)[] = [];
    onTestFinished(async () => {
      if (isSpare) return database.close();
      kept = null;
      for (const stop of stops) await stop();
      await taken.empty();
      kept = taken;
      isLent = false;
    });
    return {
      ...database,
      async listen(channel, handlers) {
        const stop = await database.listen(channel, handlers);
        stops.push(stop);
        return stop;
      },
    };
  };
}

/** Opens a migrated embedded database in memory. */
export const openTestDatabase = keptBetweenTests(async () => {
  const database = await openInMemory('migrated');
  return { database, empty: await database.withMigrationSession(createEmptying) };
});

// A persistent connection: opening one costs more than its statements.
const openTestServer = keptBetweenTests(async () => {
  const database = await openOnServer();
  if (database.driver.kind !== 'server') throw new Error('This is no server');
  const client = new Client({ connectionString: database.driver.url });
  // Dropping the database ends this connection.
  client.on('error', () => undefined);
  await client.connect();
  // Changing this setting discards the session's plans, so it stays set for emptying.
  await client.query('set session_replication_role = replica');
  return { database, empty: await createEmptying(async (text) => (await client.query(text)).rows) };
});

/** Opens a database that is not shared with other tests, for tests that change its tables. */
const openedAnew =
  (openNew: () => Promise<Database>): OpenTestDatabase =>
  async () => {
    const database = await openNew();
    onTestFinished(() => database.close());
    return database;
  };

/** Runs the same tests on PGlite and, if installed, on PostgreSQL; in the default tier on one of them. */
export function describeOnEachDatabase(
  name: string,
  tests: (open: OpenTestDatabase) => void,
  { changesTables = false }: { readonly changesTables?: boolean } = {},
): void {
  const isOneEngine = process.env['TEST_TIER'] === 'default' && hasServer();
  if (!isOneEngine)
    describe(`${name}, on PGlite`, () =>
      tests(changesTables ? openedAnew(() => openInMemory('migrated')) : openTestDatabase));
  describe.skipIf(!hasServer())(`${name}, on PostgreSQL`, () =>
    tests(changesTables ? openedAnew(openOnServer) : openTestServer),
  );
}

/**
 * Opens a database of one engine: PostgreSQL if available, which is faster and has concurrent transactions, else
 * PGlite.
 */
export const openAnyTestDatabase: OpenTestDatabase = () =>
  hasServer() ? openTestServer() : openTestDatabase();

/** Runs tests outside the data layer on one engine (see docs/decisions/0053). */
export function describeOnOneDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  describe(name, () => tests(openAnyTestDatabase));
}

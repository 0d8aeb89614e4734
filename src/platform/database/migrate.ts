import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, SqlSession } from './database.ts';
import { listenerName } from './server-listener.ts';

type Migration = { name: string; text: string; sha256: string };

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Migrations that the previous release cannot work with: they require every other process to be stopped. None so far.
 */
const aloneOnly: readonly string[] = [];

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations: Migration[] = [];
  for (const name of names) {
    if (!fileName.test(name)) throw new Error(`${name} is not named NNNN_what_it_does.sql`);
    if (migrations.at(-1)?.name.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`Two migrations are numbered ${name.slice(0, 4)}`);
    }
    const text = await readFile(join(directory, name), 'utf8');
    migrations.push({ name, text, sha256: createHash('sha256').update(text).digest('hex') });
  }
  return migrations;
}

const migrationsTable = `create table if not exists schema_migrations (
  name text primary key, sha256 text not null, applied_at timestamptz not null default now())`;

// Lists other tables if our migrations table is missing, except those of extensions.
const foreignTables = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    and not exists (select from information_schema.columns
      where table_schema = current_schema() and table_name = 'schema_migrations' and column_name = 'sha256')
  order by relname limit 4`;

/** Throws if the database contains another program's tables. */
async function requireOwn(session: SqlSession): Promise<void> {
  const names = (await session(foreignTables)).map(({ name }) => String(name));
  if (names.length === 0) return;
  const some = names.length > 3 ? [...names.slice(0, 3), '…'] : names;
  throw new Error(
    `The database holds tables of another program (${some.join(', ')}). Nothing was changed. ` +
      'Make one for Antinode alone, and name it in DATABASE_URL (docs/install.md).',
  );
}

async function appliedHashes(session: SqlSession): Promise<Map<string, string>> {
  await session(migrationsTable);
  const rows = await session('select name, sha256 from schema_migrations order by name');
  return new Map(rows.map((row) => [String(row['name']), String(row['sha256'])]));
}

const otherServers = `select pid, coalesce(host(client_addr), 'this machine') as host from pg_stat_activity
  where datname = current_database() and application_name = $1 order by pid`;

/**
 * Throws if a server runs on this database: each keeps one connection of this name open. The connection of a server
 * that has just ended may remain for a moment.
 */
async function requireAlone(session: SqlSession, name: string): Promise<void> {
  let others = await session(otherServers, [listenerName]);
  for (let tries = 1; tries < 5 && others.length > 0; tries++) {
    await session('select pg_sleep(0.3)');
    others = await session(otherServers, [listenerName]);
  }
  if (others.length === 0) return;
  const places = others.map(({ host, pid }) => `from ${String(host)}, database process ${String(pid)}`);
  throw new Error(
    `Migration ${name} needs every other process of this installation stopped first (${places.join('; ')}). ` +
      'Nothing was changed. Stop them and start this one again (docs/troubleshooting.md).',
  );
}

/** Applies migrations in one transaction: if one fails, the previous release continues with the unchanged database. */
async function applyAll(session: SqlSession, missing: readonly Migration[]): Promise<void> {
  if (missing.length === 0) return;
  let what = 'The migrations';
  await session('begin');
  try {
    for (const { name, text, sha256 } of missing) {
      what = `Migration ${name}`;
      await session(text);
      // Checks deferred constraints now: the next migration could not alter a table with pending ones.
      await session('set constraints all immediate; set constraints all deferred');
      await session('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    }
    await session('commit');
  } catch (error) {
    // A lost connection has rolled back.
    await session('rollback').catch(() => undefined);
    throw new Error(`${what} failed, and nothing was changed`, { cause: error });
  }
}

/**
 * Applies the pending SQL files of a directory in order, in one transaction. Refuses a database with tables of another
 * program, one with an unknown migration, and a file that changed after it was applied. Refuses migrations of `alone`,
 * before any is applied, while a server runs on a database that has earlier ones. Returns the names applied now. Safe
 * to call from several processes at once.
 */
export async function migrate(
  database: Database,
  directory: string,
  alone: readonly string[] = aloneOnly,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return database.withMigrationSession(async (session) => {
    // The embedded database is in our own folder.
    if (database.kind === 'server') await requireOwn(session);
    const applied = await appliedHashes(session);
    for (const [name, sha256] of applied) {
      const known = migrations.find((migration) => migration.name === name);
      if (!known) throw new Error(`The database is newer than this program: it has ${name}`);
      if (known.sha256 !== sha256) throw new Error(`${name} was changed after it was applied`);
    }
    const missing = migrations.filter((migration) => !applied.has(migration.name));
    const breaking = missing.find(({ name }) => alone.includes(name));
    if (breaking && applied.size > 0) await requireAlone(session, breaking.name);
    await applyAll(session, missing);
    return missing.map((migration) => migration.name);
  });
}

/** A migration applied to a database. */
export type AppliedMigration = { readonly name: string; readonly sha256: string };

/** Returns the applied migrations in order; null if the database is not ours. Changes nothing. */
export async function findApplied(session: SqlSession): Promise<AppliedMigration[] | null> {
  const [found] = await session("select to_regclass('public.schema_migrations') is not null as has");
  if (found?.['has'] !== true) return null;
  const rows = await session('select name, sha256 from schema_migrations order by name');
  return rows.map(({ name, sha256 }) => ({ name: String(name), sha256: String(sha256) }));
}

/** Returns why this program cannot create a database with these migrations; null if it can. */
export async function whyUnknown(
  applied: readonly AppliedMigration[],
  directory: string,
): Promise<string | null> {
  const known = new Map((await readMigrations(directory)).map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of applied) {
    if (!known.has(name)) return `it is newer than this program: it has ${name}`;
    if (known.get(name) !== sha256) return `this program's ${name} is another one`;
  }
  return applied.length > 0 ? null : 'it has no tables of ours';
}

/**
 * Creates the tables of a database with exactly these known migrations, within the caller's transaction. The caller
 * records the migrations as applied.
 */
export async function makeTables(
  session: SqlSession,
  applied: readonly AppliedMigration[],
  directory: string,
): Promise<void> {
  const wanted = new Set(applied.map(({ name }) => name));
  await session(migrationsTable);
  for (const { name, text } of await readMigrations(directory)) if (wanted.has(name)) await session(text);
}

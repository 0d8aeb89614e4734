import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open-server.ts';
import {
  createServerDatabase,
  describeOnEachDatabase,
  hasServer,
  migrationsDirectory,
} from './test-database.fixture.ts';

async function directoryWith(files: Record<string, string>): Promise<string> {
  const directory = makeTestFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

async function landedMigrations(): Promise<Record<string, string>> {
  const names = await readdir(migrationsDirectory);
  const texts = await Promise.all(names.map((name) => readFile(join(migrationsDirectory, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

describeOnEachDatabase(
  'the migrations',
  (open) => {
    test('are applied once', async () => {
      expect(await migrate(await open(), migrationsDirectory)).toEqual([]);
    });

    test('that fail leave nothing behind and can be retried', async () => {
      const database = await open();
      const own = '9001_half.sql';
      const base = await landedMigrations();
      const broken = await directoryWith({ ...base, [own]: 'create table half (id int); select nonsense;' });
      await expect(migrate(database, broken)).rejects.toThrow(own);
      const mended = await directoryWith({ ...base, [own]: 'create table half (id int)' });
      expect(await migrate(database, mended)).toEqual([own]);
      const changed = await directoryWith({ ...base, [own]: 'create table half (id bigint)' });
      await expect(migrate(database, changed)).rejects.toThrow('was changed after it was applied');
      await expect(migrate(database, await directoryWith(base))).rejects.toThrow('newer than this program');
    });

    test('of which the second fails leave the database unchanged', async () => {
      const database = await open();
      const base = await landedMigrations();
      const [first, second] = ['9001_first.sql', '9002_second.sql'];
      const later = { ...base, [first]: 'create table first (id int)', [second]: 'select nonsense' };
      await expect(migrate(database, await directoryWith(later))).rejects.toThrow(
        `Migration ${second} failed, and nothing was changed`,
      );
      expect(await migrate(database, await directoryWith(base))).toEqual([]);
      // Deferred constraints do not block the next migration.
      const mended = {
        [first]: `create table first (id int unique deferrable initially deferred);
          insert into first values (1), (2); update first set id = 3 - id`,
        [second]: 'alter table first add column name text',
      };
      expect(await migrate(database, await directoryWith({ ...base, ...mended }))).toEqual([first, second]);
    });

    test('with a malformed or repeated number are refused before anything runs', async () => {
      const database = await open();
      await expect(migrate(database, await directoryWith({ 'tables.sql': '' }))).rejects.toThrow(
        'tables.sql',
      );
      await expect(
        migrate(database, await directoryWith({ '0001_a.sql': '', '0001_b.sql': '' })),
      ).rejects.toThrow('numbered 0001');
    });
  },
  { changesTables: true },
);

describe.skipIf(!hasServer())("a database with another program's tables", () => {
  test('is refused with their names and left unchanged', async () => {
    const { url, drop } = await createServerDatabase('empty');
    const database = await openServer(url, { deadlineMs: 20_000, onHung: () => undefined });
    const ask = (sql: string) => database.withMigrationSession((session) => session(sql));
    // Other programs use this name, too.
    await ask('create table schema_migrations (version text)');
    await ask('create table orders (id int)');
    await expect(migrate(database, migrationsDirectory)).rejects.toThrow('(orders, schema_migrations)');
    expect(await ask("select count(*)::int as tables from pg_tables where schemaname = 'public'")).toEqual([
      { tables: 2 },
    ]);
    await database.close();
    await drop();
  });
});

describe.skipIf(!hasServer())('a migration that the previous release cannot work with', () => {
  test('is refused by name while a server runs, changes nothing, and is applied once it has stopped', async () => {
    const { url, drop } = await createServerDatabase('migrated');
    const options = { deadlineMs: 20_000, onHung: () => undefined };
    const [running, starting] = await Promise.all([openServer(url, options), openServer(url, options)]);
    await running.listen('anything', { onPayload: () => undefined, onGap: () => undefined });
    const [added, breaking] = ['9001_added.sql', '9002_breaking.sql'];
    const base = await landedMigrations();
    const next = { [added]: 'create table added (id int)', [breaking]: 'create table breaking (id int)' };
    const directory = await directoryWith({ ...base, ...next });
    const upgrade = () => migrate(starting, directory, [breaking]);
    await expect(upgrade()).rejects.toThrow(
      /^Migration 9002_breaking\.sql needs every other .* stopped first/,
    );
    // Compatible migrations can be applied while it runs.
    const harmless = await directoryWith({ ...base, [added]: next[added] ?? '' });
    expect(await migrate(starting, harmless, [breaking])).toEqual([added]);
    await running.close();
    expect(await upgrade()).toEqual([breaking]);
    await starting.close();
    await drop();
  });
});

describe.skipIf(!hasServer())('four processes that start concurrently', () => {
  test('all succeed, and each migration is applied by one of them', async () => {
    const { url, drop } = await createServerDatabase('empty');
    const options = { deadlineMs: 20_000, onHung: () => undefined };
    const starters = await Promise.all([1, 2, 3, 4].map(() => openServer(url, options)));
    const applied = await Promise.all(starters.map((database) => migrate(database, migrationsDirectory)));
    expect(applied.flat().toSorted()).toEqual((await readdir(migrationsDirectory)).toSorted());
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(starters.map((database) => database.close()));
    await drop();
  });
});

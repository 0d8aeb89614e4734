import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTestFolder } from '../test-folder.fixture.ts';
import type { Database, SqlSession } from './database.ts';
import { migrate } from './migrate.ts';
import { openServer } from './open-server.ts';
import { atOneMoment, readRows, startWriting } from './write-rows.ts';
import { listTables, readSequences } from './table-catalogue.ts';
import { createServerDatabase, hasServer, openInMemory } from './test-database.fixture.ts';

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

/** The engines, each with how to open an empty database. */
const emptyDatabases = (): [engine: string, open: () => Promise<Database>][] => [
  ['PGlite', openEmbeddedAnew],
  ...(hasServer() ? [['PostgreSQL', openServerAnew] as [string, () => Promise<Database>]] : []),
];

// A text with special characters of text, JSON, line and SQL formats; and a tree whose rows reference each other.
const hostile = String.raw`'";\\{}[],$1 NULL \N \. ` + "\n\r\t\u0001\u2028é𝄞'); drop table notes; --";

const tables = `
  create sequence tickets as integer start 101;
  create table values_of_all_kinds (
    id uuid primary key, ticket integer not null default nextval('tickets'), note text, empty text not null default '',
    exact numeric(20, 5), real double precision, at timestamptz, until timestamptz, plain timestamp, day date, took interval, is_so boolean,
    sent json, kept jsonb, bytes bytea, span int8range, list text[], numbers integer[], padded char(4), address inet,
    doubled integer generated always as (ticket * 2) stored,
    "Odd ""name" integer
  );
  create table tree (id integer primary key, parent integer references tree (id), next integer unique deferrable initially deferred);
  create table leaves (lane integer generated always as identity unique, tree integer not null references tree (id) on delete cascade);
  create table counted (of text not null);
  create function count_leaf() returns trigger language plpgsql as $$ begin insert into counted values ('leaf'); return new; end $$;
  create trigger count_leaf after insert on leaves for each row execute function count_leaf();
  insert into tree values (1, null, 1);
`;

const values = `
  insert into values_of_all_kinds (id, note, exact, real, at, until, plain, day, took, is_so, sent, kept, bytes, span, list, numbers, padded, address, "Odd ""name")
  values ('0197f1a0-0000-7000-8000-000000000001', $1, 123456789012345.67890, 0.1::float8 + 0.2::float8, '2026-03-29 01:30:00.123456+01', 'infinity',
    '2026-10-25 02:30:00.000001', '0044-03-15 BC', '1 year 2 mons -3 days 04:05:06.789', true,
    '{"b": 1,  "a":  [null, "\\u00e9"],
      "b": 2}', '{"z": 1, "a": 12345678901234567890.5}', '\\x00ff0a5c22', '[1,9223372036854775807)', array['', null, 'NULL', '{"', $1],
    '{1,null,-3}', 'ab  ', '10.0.0.1', 7),
  ('0197f1a0-0000-7000-8000-000000000002', null, null, 'NaN', null, null, null, null, null, null, null, 'null', null, 'empty', null, '{}', null, '::1', null)`;

async function fill(database: Database, migrations: string): Promise<void> {
  await migrate(database, migrations);
  await database.withMigrationSession(async (session) => {
    await session(values, [hostile]);
    // The parent has the higher number, and one row references itself.
    await session('insert into tree values (3, 3, 2), (2, 3, 3)');
    await session('insert into leaves (tree) select 2 from generate_series(1, 450)');
    await session(`select setval('tickets', 2147483646)`);
  });
}

async function everyRow(session: SqlSession): Promise<unknown> {
  const shapes = await listTables(session);
  const ours = shapes.filter(({ name }) => name.startsWith('public.'));
  const rows: Record<string, string[]> = {};
  for await (const { table, text } of readRows(session, ours))
    rows[table] = [...(rows[table] ?? []), ...text.trimEnd().split('\n')];
  return { shapes: ours, rows, sequences: await readSequences(session) };
}

const keysAndTriggers = `select conname as name, pg_get_constraintdef(oid) as is from pg_constraint where connamespace = 'public'::regnamespace
  and contype <> 'n' union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1`;

/** Copies every row of one database into another. */
async function copyRows(from: Database, to: Database, migrations: string): Promise<void> {
  await from.withMigrationSession((source) =>
    atOneMoment(source, async () => {
      const shapes = await listTables(source);
      const applied = await source('select name, sha256 from schema_migrations');
      await to.withMigrationSession(async (target) => {
        await target('begin');
        const names = applied.map(({ name, sha256 }) => ({ name: String(name), sha256: String(sha256) }));
        const writer = await startWriting(target, { migrations: names, tables: shapes }, migrations);
        for await (const lines of readRows(source, shapes)) await writer.write(lines);
        await writer.finish(new Map(), await readSequences(source));
        await target('commit');
      });
    }),
  );
}

const pairs = emptyDatabases().flatMap(([from, openFrom]) =>
  emptyDatabases().map(([to, openTo]) => ({ from, to, openFrom, openTo })),
);

async function newMigrations(): Promise<string> {
  const folder = makeTestFolder();
  await writeFile(join(folder, '0001_all_kinds.sql'), tables);
  return folder;
}

describe.each(pairs)('rows copied from $from to $to', ({ openFrom, openTo }) => {
  test('are identical, with keys, triggers and sequences', async () => {
    const migrations = await newMigrations();
    const [from, to] = [await openFrom(), await openTo()];
    await fill(from, migrations);
    await copyRows(from, to, migrations);
    const seen = (database: Database) =>
      database.withMigrationSession((session) =>
        atOneMoment(session, async () => ({
          all: await everyRow(session),
          kept: await session(keysAndTriggers),
          hostile: await session('select note = $1 as same from values_of_all_kinds order by id', [hostile]),
        })),
      );
    const [before, after] = [await seen(from), await seen(to)];
    expect(after).toEqual(before);
    expect(after.hostile).toEqual([{ same: true }, { same: null }]);
    // The trigger did not fire while rows were copied, and is active again.
    await to.withMigrationSession(async (session) => {
      const counted = await session('select count(*)::int as count from counted');
      await session('insert into leaves (tree) values (2)');
      expect([
        counted,
        await session('select count(*)::int as count from counted'),
        await session('select max(lane) as lane from leaves'),
      ]).toEqual([[{ count: 450 }], [{ count: 451 }], [{ lane: 451 }]]);
    });
  });
});

test.each(emptyDatabases())(
  'restores rows of an older release unchanged, then migrates them, on %s',
  async (_, open) => {
    const migrations = await newMigrations();
    const [from, to] = [await open(), await open()];
    await fill(from, migrations);
    const added = '0002_note_length.sql';
    await writeFile(
      join(migrations, added),
      'alter table values_of_all_kinds add column note_length integer; update values_of_all_kinds set note_length = length(note)',
    );
    await copyRows(from, to, migrations);
    expect(await migrate(to, migrations)).toEqual([added]);
    const rows = await to.withMigrationSession((session) =>
      session('select note_length as length from values_of_all_kinds order by id'),
    );
    expect(rows).toEqual([{ length: hostile.length - 1 }, { length: null }]);
  },
);

test('refuses a row with a dangling reference', async () => {
  const migrations = await newMigrations();
  const [, open] = emptyDatabases()[0] ?? [];
  const database = await open?.();
  const storing = database?.withMigrationSession(async (session) => {
    const shape = { name: 'public.tree', columns: ['id', 'parent'] } as const;
    await session('begin');
    const made = [{ name: '0001_all_kinds.sql', sha256: '' }];
    const writer = await startWriting(session, { migrations: made, tables: [shape] }, migrations);
    await writer.write({ table: shape.name, rows: 1, text: '["1","9"]\n' });
    try {
      await writer.finish(new Map(), []);
    } finally {
      await session('rollback');
    }
  });
  await expect(storing).rejects.toThrow('foreign key');
});

import type { SqlSession } from './database.ts';
import { jobTables } from './boss-options.ts';
import { makeTables, type AppliedMigration } from './migrate.ts';
import { exactTexts, type RowLines } from './read-rows.ts';
import {
  countRows,
  listTables,
  sqlColumnsOf,
  sqlNameOf,
  typesOf,
  writeSequences,
  type SequenceState,
  type TableShape,
} from './table-catalogue.ts';

export type RowWriter = {
  write: (lines: RowLines) => Promise<void>;
  /** Puts back keys, triggers and sequences, and counts; throws where a table has not as many rows as are expected. */
  finish: (expected: ReadonlyMap<string, number>, sequences: readonly SequenceState[]) => Promise<void>;
};

/** The queue's own tables may be those of another version of it: what it no longer has is left out. */
const isQueue = (table: string) => table.startsWith('pgboss.');

const foreignKeys = `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
  where contype = 'f' and conparentid = 0 and nspname in ('public', 'pgboss')`;

/**
 * Takes foreign keys and triggers away, which only the tables' owner needs to be allowed, so that rows may come in any order
 * and cause nothing; returns how to put them back, with every key checked anew.
 */
async function withoutKeys(session: SqlSession, tables: readonly string[]): Promise<() => Promise<void>> {
  const keys = await session(foreignKeys);
  for (const { table, name } of keys)
    await session(`alter table ${String(table)} drop constraint ${String(name)}`);
  for (const table of tables) await session(`alter table ${sqlNameOf(table)} disable trigger user`);
  return async () => {
    // Checks that were deferred to the commit run now: a table with pending ones cannot be altered.
    await session('set constraints all immediate');
    for (const table of tables) await session(`alter table ${sqlNameOf(table)} enable trigger user`);
    for (const { table, name, definition } of keys)
      await session(`alter table ${String(table)} add constraint ${String(name)} ${String(definition)}`);
  };
}

/** The statement by which rows of an archived table are inserted into the table that is there; they are its parameter. Throws where it lacks what was stored. */
async function insertOf(
  session: SqlSession,
  { name, columns }: TableShape,
  there: TableShape | undefined,
): Promise<string> {
  const kept = columns.flatMap((column, place) =>
    there?.columns.includes(column) ? [{ column, place }] : [],
  );
  if (!there || (kept.length < columns.length && !isQueue(name)))
    throw new Error(`This program's database has no place for all of ${name}`);
  const names = kept.map(({ column }) => column);
  const types = await typesOf(session, { name, columns: names });
  const values = kept.map(({ place }, at) => `(r ->> ${place})::${types[at]}`);
  return `insert into ${sqlNameOf(name)} (${sqlColumnsOf(names)}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) r`;
}

async function requireCounts(session: SqlSession, expected: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, rows] of expected) {
    const count = await countRows(session, table);
    if (count !== rows) throw new Error(`${table} has ${count} rows in place of ${rows}`);
  }
}

/**
 * Makes the tables of a database with these migrations in an empty one and fills those of `tables`, all within the caller's
 * transaction: what throws leaves nothing once that is rolled back.
 */
export async function startWriting(
  session: SqlSession,
  from: { readonly migrations: readonly AppliedMigration[]; readonly tables: readonly TableShape[] },
  migrationsDirectory: string,
): Promise<RowWriter> {
  await makeTables(session, from.migrations, migrationsDirectory);
  await session(jobTables());
  // The queue's own limits are not those of a long restore.
  await session('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await session(exactTexts);
  const there = new Map((await listTables(session)).map((table) => [table.name, table]));
  const filled = from.tables.map(({ name }) => name);
  const putBack = await withoutKeys(session, filled);
  const inserts = new Map<string, string>();
  for (const table of from.tables)
    inserts.set(table.name, await insertOf(session, table, there.get(table.name)));
  // Migrations put some rows there.
  if (filled.length > 0) await session(`truncate ${filled.map(sqlNameOf).join(', ')}`);
  return {
    async write({ table, text }) {
      const insert = inserts.get(table);
      if (!insert) throw new Error(`${table} is no table of this archive`);
      const rows = text.trimEnd().replaceAll('\n', ',');
      await session(insert, [`[${rows}]`]);
    },
    async finish(expected, sequences) {
      await putBack();
      await writeSequences(session, sequences);
      await requireCounts(session, expected);
    },
  };
}

/** True if a database has no table, ours or of another program, in the same schema. */
export async function isEmptyDatabase(session: SqlSession): Promise<boolean> {
  return (await listTables(session)).length === 0;
}

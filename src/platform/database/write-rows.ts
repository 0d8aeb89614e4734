import type { SqlSession } from './database.ts';
import { jobTables } from './boss-options.ts';
import { makeTables, type AppliedMigration } from './migrate.ts';
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

/** Rows of a table, one JSON array of column texts per line; null is null. */
type RowLines = { readonly table: string; readonly rows: number; readonly text: string };

const rowsAtOnce = 200;
/** Text is passed on once it has this many characters. */
const piece = 2_000_000;

/** A value's text must not depend on session settings, and must be read back as the same value. */
const exactTexts = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC';
  set local intervalstyle = 'postgres'; set local extra_float_digits = 3; set local bytea_output = 'hex'`;

/** Runs this on a consistent snapshot, without blocking writers. */
export async function atOneMoment<T>(session: SqlSession, run: () => Promise<T>): Promise<T> {
  await session('begin isolation level repeatable read read only');
  try {
    await session(exactTexts);
    return await run();
  } finally {
    await session('rollback').catch(() => undefined);
  }
}

/** Yields every row of these tables in chunks of about two million characters; call within `atOneMoment`. */
export async function* readRows(
  session: SqlSession,
  tables: readonly TableShape[],
): AsyncGenerator<RowLines> {
  for (const { name, columns } of tables) {
    // The type's own output, not its cast to text, which drops the trailing spaces of a char(n).
    const values = columns.map((column) => {
      const own = `r.${sqlColumnsOf([column])}`;
      return `case when ${own} is not null then format('%s', ${own}) end`;
    });
    await session(`declare every_row no scroll cursor for
      select array_to_json(array[${values.join(', ')}]::text[])::text as line from ${sqlNameOf(name)} r`);
    let lines: string[] = [];
    let length = 0;
    for (;;) {
      const rows = await session(`fetch ${rowsAtOnce} from every_row`);
      for (const row of rows) {
        const line = String(row['line']);
        lines.push(line);
        length += line.length;
      }
      const isLast = rows.length < rowsAtOnce;
      if (lines.length > 0 && (isLast || length >= piece)) {
        yield { table: name, rows: lines.length, text: `${lines.join('\n')}\n` };
        [lines, length] = [[], 0];
      }
      if (isLast) break;
    }
    await session('close every_row');
  }
}

export type RowWriter = {
  write: (lines: RowLines) => Promise<void>;
  /** Restores keys, triggers and sequences. Throws if a table does not have the expected number of rows. */
  finish: (expected: ReadonlyMap<string, number>, sequences: readonly SequenceState[]) => Promise<void>;
};

/** The queue's tables may belong to another version of it: columns it no longer has are skipped. */
const isQueue = (table: string) => table.startsWith('pgboss.');

const foreignKeys = `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
  where contype = 'f' and conparentid = 0 and nspname in ('public', 'pgboss')`;

/**
 * Drops foreign keys and disables triggers, which requires only the tables' owner, so that rows may be inserted in any
 * order. Returns a function that restores them and checks every key.
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

/**
 * Returns the statement that inserts rows of an archived table (its parameter) into the existing table. Throws if a
 * stored column is missing.
 */
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
 * Creates the tables of these migrations in an empty database and fills those of `tables`, within the caller's
 * transaction: after an error the rollback leaves nothing.
 */
export async function startWriting(
  session: SqlSession,
  from: { readonly migrations: readonly AppliedMigration[]; readonly tables: readonly TableShape[] },
  migrationsDirectory: string,
): Promise<RowWriter> {
  await makeTables(session, from.migrations, migrationsDirectory);
  await session(jobTables());
  // The queue's own timeouts are too short for a long restore.
  await session('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await session(exactTexts);
  const there = new Map((await listTables(session)).map((table) => [table.name, table]));
  const filled = from.tables.map(({ name }) => name);
  const putBack = await withoutKeys(session, filled);
  const inserts = new Map<string, string>();
  for (const table of from.tables)
    inserts.set(table.name, await insertOf(session, table, there.get(table.name)));
  // Migrations insert some rows there.
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

/** Returns true if a database has no tables, ours or another program's, in the same schema. */
export async function isEmptyDatabase(session: SqlSession): Promise<boolean> {
  return (await listTables(session)).length === 0;
}

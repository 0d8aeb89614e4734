import type { SqlSession } from './database.ts';
import { proofTable } from './open-embedded.ts';

/** One of our tables, with its stored (not generated) columns. */
export type TableShape = {
  /** The name with its schema, such as `public.leads`. */
  readonly name: string;
  readonly columns: readonly string[];
};

export type SequenceState = {
  readonly name: string;
  readonly value: string;
  /** True if that value was used. */
  readonly isCalled: boolean;
};

const ours = `nspname in ('public', 'pgboss')`;

// A partition is read and written through its table. The embedded engine's own table is left out.
const columnsOfTables = `select nspname || '.' || relname as name, attname as "column"
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  join pg_attribute on attrelid = pg_class.oid
  where ${ours} and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and attgenerated = ''
    and relname <> '${proofTable}'
  order by 1, attnum`;

/** Lists our tables in this database, by name. */
export async function listTables(session: SqlSession): Promise<TableShape[]> {
  const rows = await session(columnsOfTables);
  const byName = Map.groupBy(rows, (row) => String(row['name']));
  return [...byName].map(([name, columns]) => ({
    name,
    columns: columns.map((row) => String(row['column'])),
  }));
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quotes a name for SQL; a table or sequence with its schema. */
export const sqlNameOf = (name: string): string => {
  const dot = name.indexOf('.');
  return `${quoted(name.slice(0, dot))}.${quoted(name.slice(dot + 1))}`;
};

export const sqlColumnsOf = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** Returns the types of a table's columns in order, without modifiers: `numeric` for `numeric(8, 2)`. */
export async function typesOf(session: SqlSession, { name, columns }: TableShape): Promise<string[]> {
  const rows = await session(
    `select attname as name, format_type(atttypid, -1) as type from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [sqlNameOf(name)],
  );
  const types = new Map(rows.map((row) => [String(row['name']), String(row['type'])]));
  return columns.map((column) => types.get(column) ?? 'text');
}

export async function countRows(session: SqlSession, name: string): Promise<number> {
  const [row] = await session(`select count(*)::text as count from ${sqlNameOf(name)}`);
  return Number(row?.['count']);
}

const sequences = `select nspname || '.' || relname as name from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace where ${ours} and relkind = 'S' order by 1`;

/** Reads the state of every sequence. */
export async function readSequences(session: SqlSession): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const row of await session(sequences)) {
    const name = String(row['name']);
    const [state] = await session(
      `select last_value::text as value, is_called as "isCalled" from ${sqlNameOf(name)}`,
    );
    states.push({ name, value: String(state?.['value']), isCalled: state?.['isCalled'] === true });
  }
  return states;
}

export async function writeSequences(session: SqlSession, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of states)
    await session('select setval($1::text::regclass, $2::text::bigint, $3)', [
      sqlNameOf(name),
      value,
      isCalled,
    ]);
}

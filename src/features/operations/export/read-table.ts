import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { rowsOf } from '../rows-of.ts';
import type { ExportedTable } from './export-areas.ts';

/** One row as JSON text. */
export type Row = { readonly line: string };

const rowsAtOnce = 500;
/** Tables whose rows have a name that explains an id. */
const named = new Set(['clients', 'people', 'projects', 'leads', 'all_files']);

type Column = {
  readonly name: string;
  readonly type: string;
  /** The table that it refers to, if it refers to one row by its id. */
  readonly refersTo: string | null;
  /** Its place in the primary key, from 1; null if it is not part of it. */
  readonly keyPlace: number | null;
};

const columnsOf = (db: Db, table: string) =>
  rowsOf<Column>(
    db,
    sql`select attname as name, format_type(atttypid, -1) as type,
        (select confrelid::regclass::text from pg_constraint where contype = 'f' and conrelid = attrelid
           and conkey = array[attnum] limit 1) as "refersTo",
        (select array_position(conkey, attnum) from pg_constraint
           where contype = 'p' and conrelid = attrelid) as "keyPlace"
      from pg_attribute where attrelid = ${`public.${table}`}::text::regclass and attnum > 0 and not attisdropped
      order by attnum`,
  );

type Described = {
  /** The columns of the export in order. */
  readonly columns: readonly string[];
  readonly key: readonly Column[];
  /** The values of the export. */
  readonly values: SQL;
};

/** Returns what an export contains of a table. Ids of people, clients, projects, leads and files come with a name. */
export async function describeTable(
  db: Db,
  { table, without = [], added = {} }: ExportedTable,
): Promise<Described> {
  const all = await columnsOf(db, table);
  const key = all
    .filter(({ keyPlace }) => keyPlace !== null)
    .toSorted((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0));
  if (key.length === 0) throw new Error(`${table} has no primary key`);
  const kept = all.filter(({ name }) => !without.includes(name));
  const names = new Set(kept.map(({ name }) => name));
  const parts = kept.flatMap(({ name, refersTo }) => {
    const own = { name, value: sql`r.${sql.identifier(name)}` };
    const explained = name.replace(/_id$/, '_name');
    if (refersTo === null || !named.has(refersTo) || explained === name || names.has(explained)) return [own];
    const value = sql`(select n.name from ${sql.identifier(refersTo)} n where n.id = r.${sql.identifier(name)})`;
    return [own, { name: explained, value }];
  });
  const more = Object.entries(added).map(([name, value]) => ({ name, value: sql.raw(value) }));
  const every = [...parts, ...more];
  return {
    columns: every.map(({ name }) => name),
    key,
    values: sql.join(
      every.map(({ name, value }) => sql`${value} as ${sql.identifier(name)}`),
      sql`, `,
    ),
  };
}

/** Yields the rows of a table in pages, in the order of its primary key. */
export async function* readPages(db: Db, spec: ExportedTable): AsyncGenerator<Row[]> {
  const { key, values } = await describeTable(db, spec);
  const keyColumns = sql.join(
    key.map(({ name }) => sql`r.${sql.identifier(name)}`),
    sql`, `,
  );
  let after: readonly string[] | null = null;
  for (;;) {
    const last: SQL =
      after === null
        ? sql`true`
        : sql`(${keyColumns}) > (${sql.join(
            after.map((value, place) => sql`${value}::text::${sql.raw(key[place]?.type ?? 'text')}`),
            sql`, `,
          )})`;
    const page: (Row & { readonly key: string[] })[] = await rowsOf(
      db,
      sql`select (select row_to_json(v) from (select ${values}) v)::text as line, array[${sql.join(
        key.map(({ name }) => sql`r.${sql.identifier(name)}::text`),
        sql`, `,
      )}] as key
        from ${sql.identifier(spec.table)} r where ${last} order by ${keyColumns} limit ${rowsAtOnce}`,
    );
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (page.length < rowsAtOnce || !end) return;
    after = end.key;
  }
}

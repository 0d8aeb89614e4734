import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';

type Column = { name: string; isNullable: boolean; type: string };

async function columnsOf(database: Database, table: string): Promise<Column[]> {
  const rows = await database.withMigrationSession((session) =>
    session(
      `select attname as name, not attnotnull as nullable, format_type(atttypid, atttypmod) as type
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
      [table],
    ),
  );
  return rows.map((row) => ({
    name: String(row['name']),
    isNullable: row['nullable'] === true,
    type: String(row['type']),
  }));
}

async function listViews(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.withMigrationSession((session) =>
    session(`select viewname as name from pg_views where schemaname = 'public'`),
  );
  return new Set(rows.map((row) => String(row['name'])));
}

// A column type as in the schema modules → as in PostgreSQL's catalogue.
const catalogueNames: [RegExp, string][] = [
  [/^timestamp(\(\d\))? with time zone$/, 'timestamp$1 with time zone'],
  [/^varchar(\(\d+\))?$/, 'character varying$1'],
  [/^serial$/, 'integer'],
];

function catalogueTypeOf(type: string): string {
  for (const [pattern, name] of catalogueNames) if (pattern.test(type)) return type.replace(pattern, name);
  return type;
}

const modules = import.meta.glob<Record<string, unknown>>(['/src/**/*.table.ts'], { eager: true });
const tables = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, PgTable)),
);

describeOnEachDatabase('the schema', (open) => {
  test('creates by migrations exactly the columns that the schema modules declare', async () => {
    const database = await open();
    expect(tables.length).toBeGreaterThan(0);
    const views = await listViews(database);
    for (const table of tables) {
      const { name } = getTableConfig(table);
      // PostgreSQL reports every column of a view as nullable.
      const isView = views.has(name);
      const declared = Object.values(getTableColumns(table)).map((column) => ({
        name: column.name,
        isNullable: isView || !column.notNull,
        type: catalogueTypeOf(column.getSQLType()),
      }));
      const columns = await columnsOf(database, name);
      // A view may have columns that only its table declares.
      const known = new Set(declared.map((column) => column.name));
      expect
        .soft(isView ? columns.filter((column) => known.has(column.name)) : columns, name)
        .toEqual(declared.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    }
  });
});

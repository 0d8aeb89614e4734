import type { Database } from './database.ts';

/** Returns every row of every table, prefixed with the table's name. */
export async function everyRow(database: Database, except: readonly string[] = []): Promise<string[]> {
  return database.withMigrationSession(async (session) => {
    const tables = await session(
      `select format('%I.%I', nspname, relname) as name from pg_class
       join pg_namespace on pg_namespace.oid = relnamespace
       where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      if (except.includes(String(name))) continue;
      const texts = await session(`select one::text as row from ${String(name)} as one`);
      rows.push(...texts.map(({ row }) => `${String(name)} ${String(row)}`));
    }
    return rows;
  });
}

/** Creates rows, and later returns those that changed. */
export async function watchRows<T>(database: Database, make: () => Promise<T>) {
  const before = new Set(await everyRow(database));
  const made = await make();
  const rows = (await everyRow(database)).filter((row) => !before.has(row));
  const findChanged = async () => {
    const kept = new Set(await everyRow(database));
    return rows.filter((row) => !kept.has(row));
  };
  return { made, findChanged };
}

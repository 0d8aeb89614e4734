import type { SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';

/** Returns the rows of a query in SQL; the caller knows their type. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as { rows: unknown[] };
  return rows as Row[];
}

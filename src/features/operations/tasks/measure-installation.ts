import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { rowsOf } from '../rows-of.ts';

/** Returns the size of the database in bytes. */
export async function databaseBytes(db: Db): Promise<number> {
  const query = sql`select pg_database_size(current_database())::float8 as bytes`;
  const [row] = await rowsOf<{ bytes: number }>(db, query);
  return row?.bytes ?? 0;
}

export type FileCount = { readonly count: number; readonly bytes: number };

/** Counts the files of clients and the team, removed ones that can still be restored included, and their bytes. */
export async function countFiles(db: Db): Promise<FileCount> {
  const [row] = await rowsOf<FileCount>(
    db,
    sql`select count(*)::float8 as count, coalesce(sum(size_bytes), 0)::float8 as bytes
      from (select size_bytes from all_files union all select size_bytes from sent_files
        union all select size_bytes from message_files where storage_key is not null) stored`,
  );
  return row ?? { count: 0, bytes: 0 };
}

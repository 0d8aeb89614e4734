import { sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';

/**
 * An embedded database has one process: a job still marked as running when it starts belonged to one that died.
 * It is due again at once instead of after its timeout.
 */
export async function requeueOrphans(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
}

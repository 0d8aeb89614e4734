import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from './database.ts';

const waiting = sql`select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Waits, inside an open transaction, until this many others wait for its locks. On the embedded engine, which runs
 * transactions one after the other, they have not started.
 */
export async function untilWaiting({ kind, db }: Pick<Database, 'kind' | 'db'>, count = 1): Promise<void> {
  if (kind === 'embedded') return;
  await vi.waitFor(
    async () => expect(await db.execute(waiting)).toMatchObject({ rows: [{ waiting: count }] }),
    { timeout: 60_000, interval: 20 },
  );
}

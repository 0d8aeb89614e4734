import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, getConstructionPlans, type ConstructorOptions } from 'pg-boss';
import type { Database } from './database.ts';

const block = /^\s*begin;([\s\S]*)commit;?\s*$/i;

/**
 * On one shared connection a failed block must not leave its transaction open for the next caller, so `begin; …;
 * commit` in SQL text becomes a transaction of the client.
 */
function sharingOneConnection(client: PGlite) {
  return {
    query: <T>(text: string, values?: unknown[]) => client.query<T>(text, values),
    exec: (text: string) => {
      const body = block.exec(text)?.[1];
      return body === undefined ? client.exec(text) : client.transaction((tx) => tx.exec(body));
    },
  };
}

/**
 * The queue's own tables, which are specific to a database: its version, pending schema changes, and daily partitioned
 * statistics.
 */
export const queueOwnTables: readonly string[] = ['pgboss.version', 'pgboss.bam', 'pgboss.queue_stats'];

/** Creates the job queue's tables within the caller's transaction. */
export function jobTables(): string {
  const plans = getConstructionPlans('pgboss');
  return block.exec(plans)?.[1] ?? plans;
}

/** Creates pg-boss for either engine; its tables are in its own schema. */
export function bossOptionsOf({ driver }: Database): ConstructorOptions {
  // Job dependencies are not used, so the lookup every five seconds is disabled. pg-boss checks for changes to its own
  // tables every ten minutes instead of every one: each check writes a row.
  const shared = {
    schedule: false,
    persistWarnings: false,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 600,
  } as const;
  if (driver.kind === 'server') {
    return { ...shared, connectionString: driver.url, application_name: 'antinode jobs', max: 4 };
  }
  return {
    ...shared,
    db: fromPglite(sharingOneConnection(driver.client)),
    backend: 'pglite',
    // Our own timer vacuums the embedded engine, which has no background processes to monitor.
    monitorVacuum: false,
    reindex: false,
  };
}

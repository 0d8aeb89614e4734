import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, getConstructionPlans, type ConstructorOptions } from 'pg-boss';
import type { Database } from './database.ts';

const block = /^\s*begin;([\s\S]*)commit;?\s*$/i;

/**
 * On one shared connection a block that fails half-way must not leave its open transaction to the next caller,
 * so `begin; …; commit` written in text becomes a transaction of the client's.
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
 * The queue's own tables, which belong to one database: its version, pending changes to it, and statistics in a partition a day.
 */
export const queueOwnTables: readonly string[] = ['pgboss.version', 'pgboss.bam', 'pgboss.queue_stats'];

/** Creates the job queue's tables within the caller's transaction. */
export function jobTables(): string {
  const plans = getConstructionPlans('pgboss');
  return block.exec(plans)?.[1] ?? plans;
}

/** Creates pg-boss for either engine; its tables are in its own schema. */
export function bossOptionsOf({ driver }: Database): ConstructorOptions {
  // Jobs that wait for each other are not used, so nothing has to be looked up for them every five seconds. Changes of pg-boss's
  // own tables that it makes afterwards are looked for every ten minutes, not each: noting that writes.
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
    // The embedded engine is vacuumed by our own timer and has no background processes to watch.
    monitorVacuum: false,
    reindex: false,
  };
}

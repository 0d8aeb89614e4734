import type { PGlite } from '@electric-sql/pglite';

const ownTables = `select format('%I.%I', nspname, relname) as name from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' and nspname in ('public', 'pgboss')`;

/**
 * Takes deleted rows off the disk: out of the embedded engine's tables and statistics, which keep them until their place is
 * needed, and out of its log, which keeps them until the next segment. Each table is closed to others for its own turn only.
 */
export async function forgetDeleted(client: Pick<PGlite, 'exec' | 'query'>): Promise<void> {
  // Statistics quote frequent values: they are taken anew before the old ones are thrown away.
  await client.exec('analyze');
  const { rows } = await client.query<{ name: string }>(ownTables);
  for (const name of [...rows.map((row) => row.name), 'pg_catalog.pg_statistic'])
    await client.exec(`vacuum full ${name}`);
  await client.exec('checkpoint');
  await client.exec('select pg_switch_wal()');
  await client.exec('checkpoint');
}

import type { SqlSession } from './database.ts';

const largeBytes = 1024 * 1024;

// Every table with its DELETE, and every sequence with its reset; queue definitions are kept. Deleting a few rows is
// much cheaper than truncating, which creates new files.
const everything = `
  select format('exists (select from %1$I.%2$I)', nspname, relname) as is_used,
    format($$case when pg_relation_size(%1$s::regclass) > ${largeBytes} then 'truncate %2$I.%3$I cascade' else 'delete from %2$I.%3$I' end$$,
      pg_class.oid, nspname, relname) as statement
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r'
    and (nspname = 'public' and relname <> 'schema_migrations' or nspname = 'pgboss' and relname like 'job%')
  union all
  select format('pg_sequence_last_value(%s) is not null', seqrelid),
    quote_literal(format('select setval(%s::regclass, %s, false)', seqrelid, seqstart))
  from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'public'::regnamespace`;

/**
 * Returns a function that empties a migrated database in this session. One prepared statement finds the existing tables
 * with rows.
 */
export async function createEmptying(session: SqlSession): Promise<() => Promise<void>> {
  const used = (await session(everything)).map(
    ({ is_used: isUsed, statement }) => `case when ${String(isUsed)} then ${String(statement)} end`,
  );
  await session(`prepare to_empty as select array_to_string(array[${used.join()}], ';') as statements`);
  return async () => {
    const [found] = await session('execute to_empty');
    const statements = found?.['statements'];
    if (typeof statements !== 'string' || statements === '') return;
    // Without triggers and foreign keys no order matters.
    await session(`begin; set local session_replication_role = replica; ${statements}; commit`);
  };
}

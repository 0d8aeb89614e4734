import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import type { Database, DatabaseOptions } from './database.ts';
import { answersInTime } from './query-deadline.ts';
import { createServerListener } from './server-listener.ts';
import { isComingUp } from './sql-state.ts';
import { traceStatements } from '../tracing/traced-statements.ts';

// One lock per installation's migrations; the number is arbitrary.
const migrationLock = 7_270_031;

// Timeouts that a role or database sets for requests would abort a long migration, the wait for another one, or a
// backup. Not every version of PostgreSQL has all of these.
const withoutTimeouts = `select set_config(name, '0', false) from pg_settings where name in ('statement_timeout',
  'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`;

// After a power cut both start together, and PostgreSQL replays its log first.
const comingUpMs = 120_000;
const askAgainMs = 250;

/** Throws if the server is a standby. */
async function requireWritable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
  if (rows[0]?.is_standby) throw new Error('This database server follows another one');
}

/** Waits for a server that reports that it is starting. */
async function untilUp(pool: Pool): Promise<void> {
  const endMs = performance.now() + comingUpMs;
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isComingUp(error) || performance.now() > endMs) throw error;
      await wait(askAgainMs);
    }
  }
}

/** Throws if the encoding cannot store text of every language. */
async function requireUtf8(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new Error(
      `the database has the encoding ${encoding}, and has to be made with UTF8 (docs/install.md)`,
    );
}

/** Acquires the migration lock for this session; waits, and reports that, while another process holds it. */
async function takeMigrationLock(client: Client, onLocked: (() => void) | undefined): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>('select pg_try_advisory_lock($1) as is_taken', [
    migrationLock,
  ]);
  if (rows[0]?.is_taken) return;
  onLocked?.();
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
}

/**
 * Connects to a PostgreSQL server, waiting for one that is starting. Rejects if it is unreachable; one lost later makes
 * `ready` false.
 */
export async function openServer(
  url: string,
  { deadlineMs, sessionUrl, onLocked, isTraced = false }: DatabaseOptions,
): Promise<Database> {
  const ownSessionUrl = sessionUrl ?? url;
  const pool = new Pool({
    connectionString: url,
    application_name: 'antinode',
    max: 10,
    connectionTimeoutMillis: deadlineMs,
    statement_timeout: deadlineMs,
    query_timeout: deadlineMs + 1000,
    idle_in_transaction_session_timeout: deadlineMs * 2,
    keepAlive: true,
  });
  // The pool replaces a broken idle connection; without a listener it would end the process.
  pool.on('error', () => undefined);
  // So would one that breaks between two statements of a transaction, whose next statement then fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await untilUp(pool);
    await requireUtf8(pool);
  } catch (error) {
    await pool.end();
    if (error instanceof Error)
      error.message = `DATABASE_URL names a database that cannot be used: ${error.message}`;
    throw error;
  }

  const listener = createServerListener(ownSessionUrl);
  return {
    kind: 'server',
    db: drizzle(isTraced ? traceStatements(pool) : pool),
    driver: { kind: 'server', url },
    ready: () => answersInTime(requireWritable(pool)),
    hasRoom: async () => true,
    listen: listener.listen,
    tryLock: listener.tryLock,
    forgetDeleted: async () => undefined,
    copyTo: null,
    async withMigrationSession(run) {
      const client = new Client({
        connectionString: ownSessionUrl,
        application_name: 'antinode migrations',
        keepAlive: true,
      });
      // The pending statement fails; without a listener the process would end.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(withoutTimeouts);
        await takeMigrationLock(client, onLocked);
        return await run(async (text, parameters) => (await client.query(text, parameters)).rows ?? []);
      } finally {
        await client.end();
      }
    },
    async close() {
      await listener.close();
      await pool.end();
    },
  };
}

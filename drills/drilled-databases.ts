import { setTimeout as wait } from 'node:timers/promises';
import { startDrilledStore } from './drilled-store.ts';
import { askPostgres, startKillablePostgres, startReplica, type KillablePostgres } from './postgres.ts';
import { hasPgbouncer, startDatabaseProxy, startPgbouncer } from './proxies.ts';

export const ways = ['postgres', 'replica', 'pgbouncer', 'store'] as const;
export type Way = (typeof ways)[number];

/** A failure of the servers' infrastructure. `mayFail` lists the requests that may be refused meanwhile. */
export type Incident = {
  readonly name: string;
  readonly mayFail: 'everything' | 'uploads';
  readonly run: (this: void) => Promise<void>;
};
/** The servers' infrastructure: their settings for reaching it, and the failures to inject. */
export type Ground = { readonly env: Record<string, string>; readonly incidents: readonly Incident[] };
/** Stops everything that was started, the last one first. */
export type Ends = (() => Promise<void>)[];

const urlOn = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

const restartOf = (postgres: KillablePostgres): Incident => ({
  name: 'the database was killed and started',
  mayFail: 'everything',
  async run() {
    await postgres.kill();
    await wait(1000);
    await postgres.start();
  },
});

async function startPair(scratch: string, primary: KillablePostgres, ends: Ends): Promise<Ground> {
  const replica = await startReplica(scratch, primary);
  ends.push(replica.kill);
  const proxy = await startDatabaseProxy(scratch, primary.url, replica.url);
  ends.push(proxy.stop);
  const failover: Incident = {
    name: 'the database was killed, and its replica took over',
    mayFail: 'everything',
    async run() {
      await primary.kill();
      await wait(1000);
      await replica.promote();
    },
  };
  return { env: { DATABASE_URL: urlOn(proxy.port) }, incidents: [failover] };
}

async function startPooled(scratch: string, postgres: KillablePostgres, ends: Ends): Promise<Ground> {
  await askPostgres(postgres.url, "alter role postgres set statement_timeout = '15s'");
  await askPostgres(postgres.url, "alter role postgres set idle_in_transaction_session_timeout = '30s'");
  const pooler = await startPgbouncer(scratch, postgres.url);
  ends.push(pooler.stop);
  return {
    env: { DATABASE_URL: urlOn(pooler.port), DATABASE_SESSION_URL: postgres.url },
    incidents: [restartOf(postgres)],
  };
}

async function startWithStore(scratch: string, postgres: KillablePostgres, ends: Ends): Promise<Ground> {
  const store = await startDrilledStore(scratch);
  ends.push(store.stop);
  return {
    env: { DATABASE_URL: postgres.url, FILES_URL: store.url },
    incidents: [
      { name: 'the file store was gone for a minute', mayFail: 'uploads', run: store.goAway },
      { name: 'the file store said nothing for a minute', mayFail: 'uploads', run: store.fallSilent },
    ],
  };
}

/** Starts the infrastructure. Returns null if programs are missing. */
export async function startGround(scratch: string, way: Way, ends: Ends): Promise<Ground | null> {
  if (way === 'pgbouncer' && !hasPgbouncer()) return null;
  const postgres = await startKillablePostgres(scratch);
  if (!postgres) return null;
  ends.push(postgres.kill);
  if (way === 'replica') return startPair(scratch, postgres, ends);
  if (way === 'pgbouncer') return startPooled(scratch, postgres, ends);
  if (way === 'store') return startWithStore(scratch, postgres, ends);
  return { env: { DATABASE_URL: postgres.url }, incidents: [restartOf(postgres)] };
}

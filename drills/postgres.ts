import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { accepts, freePort } from '#src/platform/http/ports.fixture.ts';
import { findPostgres, identity } from '#src/platform/database/temporary-postgres.fixture.ts';
import { isComingUp } from '#src/platform/database/sql-state.ts';

/** The child processes of this process. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => {
      try {
        return readFileSync(`/proc/${other}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        // It has exited meanwhile.
        return false;
      }
    });
}

/** Creates a folder that PostgreSQL's user may write to. */
export function makeHome(scratch: string, name: string): string {
  const home = join(scratch, name);
  mkdirSync(home);
  const { uid, gid } = identity();
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  return home;
}

const longestTries = 50;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Starts the cluster in `<home>/cluster`. */
async function startCluster(binaries: string, home: string) {
  const as = identity();
  const port = await freePort();
  const settings = ['-D', join(home, 'cluster'), '-p', String(port), '-k', home, '-h', '127.0.0.1'];
  let server: ChildProcess | null = null;

  /** Whether it accepts connections and has not exited. */
  async function comesUp(program: ChildProcess): Promise<boolean> {
    while (!hasEnded(program)) {
      if (await accepts(port)) return true;
      await wait(20);
    }
    return false;
  }

  async function start(): Promise<void> {
    for (let tries = 0; tries < longestTries; tries += 1) {
      server = spawn(join(binaries, 'postgres'), settings, { ...as, cwd: home, stdio: 'ignore' });
      if (await comesUp(server)) return;
      // Child processes of a killed server may hold its memory for a moment.
      await wait(100);
    }
    throw new Error('PostgreSQL does not start');
  }

  /** Kills it and all its child processes at once. */
  async function kill(): Promise<void> {
    if (!server?.pid || hasEnded(server)) return;
    const ended = once(server, 'exit');
    // Stopped first, so that it starts no process between the listing and the kill.
    server.kill('SIGSTOP');
    const all = [...childrenOf(server.pid), server.pid];
    for (const pid of all) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Already exited.
      }
    }
    await ended;
    server = null;
  }

  await start();
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, start, kill };
}

/**
 * A PostgreSQL server with default sync settings that can be killed and started again; null if its programs are
 * missing.
 */
export async function startKillablePostgres(scratch: string) {
  const binaries = findPostgres();
  if (binaries === null) return null;
  const home = makeHome(scratch, 'postgres');
  const cluster = join(home, 'cluster');
  const how = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), how, { ...identity(), cwd: home, stdio: 'pipe' });
  return startCluster(binaries, home);
}

export type KillablePostgres = NonNullable<Awaited<ReturnType<typeof startKillablePostgres>>>;

/** Runs one query on a PostgreSQL server, on a connection of its own, after waiting for a server that is starting. */
export async function askPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } catch (error) {
    if (!isComingUp(error)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  await wait(100);
  return askPostgres(url, sql);
}

/** Starts a replica; from now on the primary acknowledges no commit before the replica has it. */
export async function startReplica(scratch: string, primary: KillablePostgres) {
  const binaries = findPostgres();
  if (binaries === null) throw new Error("PostgreSQL's programs are gone");
  const home = makeHome(scratch, 'replica');
  await askPostgres(primary.url, 'select 1');
  const how = ['-d', primary.url, '-D', join(home, 'cluster'), '-R', '-X', 'stream', '-c', 'fast'];
  execFileSync(join(binaries, 'pg_basebackup'), how, { ...identity(), cwd: home, stdio: 'pipe' });
  const replica = await startCluster(binaries, home);
  await askPostgres(primary.url, "alter system set synchronous_standby_names = '*'");
  await askPostgres(primary.url, 'select pg_reload_conf()');
  const following = "select 1 from pg_stat_replication where sync_state = 'sync'";
  while ((await askPostgres(primary.url, following)).length === 0) await wait(100);
  return { ...replica, promote: () => askPostgres(replica.url, 'select pg_promote()') };
}

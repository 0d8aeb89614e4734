import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgres, freePort, identity } from '#src/platform/database/temporary-postgres.fixture.ts';

/** The processes that this one started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => {
      try {
        return readFileSync(`/proc/${other}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** A PostgreSQL of its own that syncs as it does by default, to be killed and started again; null where its programs are missing. */
export async function startKillablePostgres(scratch: string) {
  const binaries = findPostgres();
  if (binaries === null) return null;
  const as = identity();
  const home = join(scratch, 'postgres');
  const cluster = join(home, 'cluster');
  mkdirSync(home);
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid);
  const how = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  execFileSync(join(binaries, 'initdb'), how, { ...as, cwd: home });
  const port = await freePort();
  const settings = ['-D', cluster, '-p', String(port), '-k', home, '-h', '127.0.0.1'];
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    server = spawn(join(binaries ?? '', 'postgres'), settings, { ...as, cwd: home, stdio: 'ignore' });
    while (!(await accepts(port))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`);
      await wait(20);
    }
  }

  /** Kills it and everything that it started, at once. */
  async function kill(): Promise<void> {
    if (!server?.pid) return;
    const ended = once(server, 'exit');
    // Stopped first, so that it starts nothing between the look and the kill.
    server.kill('SIGSTOP');
    const all = [...childrenOf(server.pid), server.pid];
    for (const pid of all) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Ended by itself.
      }
    }
    await ended;
    server = null;
  }

  await start();
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, start, kill };
}

export type KillablePostgres = NonNullable<Awaited<ReturnType<typeof startKillablePostgres>>>;

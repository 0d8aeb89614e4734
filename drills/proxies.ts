import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identity } from '#src/platform/database/temporary-postgres.fixture.ts';
import { accepts, freePort } from '#src/platform/http/ports.fixture.ts';
import { makeHome } from './postgres.ts';

/** Starts a program that listens on a port, waits until it does, and returns a function that stops it. */
async function startListener(program: string, args: readonly string[], port: number, as: object = {}) {
  const child = spawn(program, args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} has ended:\n${said}`);
    await wait(50);
  }
  return async () => {
    child.kill('SIGKILL');
    await exited;
  };
}

const haproxy = '/usr/sbin/haproxy';
export const hasHaproxy = () => existsSync(haproxy);

/** Starts HAProxy with this configuration, which makes it listen on the port. */
function startHaproxy(scratch: string, name: string, config: string, port: number) {
  const file = join(scratch, `${name}.cfg`);
  writeFileSync(file, config);
  return startListener(haproxy, ['-db', '-f', file], port);
}

/** Starts HAProxy with ops/haproxy.cfg, without TLS, in front of the servers on these ports. */
export function startServersProxy(scratch: string, port: number, serverPorts: readonly number[]) {
  const servers = serverPorts.map((one, at) => `  server s${at} 127.0.0.1:${one}\n`).join('');
  const changes: readonly (readonly [RegExp, string])[] = [
    [/ {2}bind :80\n {2}bind :443.*\n/, `  bind 127.0.0.1:${port}\n`],
    [/ {2}http-request redirect.*\n/, ''],
    [/X-Forwarded-Proto https/, 'X-Forwarded-Proto http'],
    [/ {2}log stdout.*\n {2}option httplog\n/, ''],
    [/( {2}server \w+ [\d.:]+\n)+/, servers],
  ];
  let config = readFileSync(join(import.meta.dirname, '../ops/haproxy.cfg'), 'utf8');
  for (const [from, to] of changes) {
    if (!from.test(config)) throw new Error(`ops/haproxy.cfg has no ${from.source}`);
    config = config.replace(from, to);
  }
  return startHaproxy(scratch, 'servers', config, port);
}

/** Starts HAProxy in front of a PostgreSQL server and the replica that it fails over to. Returns the port. */
export async function startDatabaseProxy(scratch: string, primaryUrl: string, replicaUrl: string) {
  const port = await freePort();
  const config = `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
  server primary ${new URL(primaryUrl).host}
  server replica ${new URL(replicaUrl).host} backup
`;
  return { port, stop: await startHaproxy(scratch, 'database', config, port) };
}

const pgbouncer = '/usr/sbin/pgbouncer';
export const hasPgbouncer = () => existsSync(pgbouncer);

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL server, configured as in docs/scaling.md. Returns the
 * port.
 */
export async function startPgbouncer(scratch: string, serverUrl: string) {
  const home = makeHome(scratch, 'pgbouncer');
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  const config = `[databases]
postgres = host=127.0.0.1 port=${new URL(serverUrl).port} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`;
  writeFileSync(file, config);
  return { port, stop: await startListener(pgbouncer, [file], port, { ...identity(), cwd: home }) };
}

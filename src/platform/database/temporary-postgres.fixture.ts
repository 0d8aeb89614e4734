import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../http/ports.fixture.ts';

const run = promisify(execFile);
const debianBinaries = '/usr/lib/postgresql';

/** Returns the newest folder with PostgreSQL's server binaries; null if there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(debianBinaries) ? readdirSync(debianBinaries) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(debianBinaries, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return (
    folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => existsSync(join(folder, name)))) ?? null
  );
}

export type Identity = { uid: number; gid: number } | Record<string, never>;

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export function identity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  if (!user[2] || !user[3]) throw new Error('No user to run PostgreSQL as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Creates and starts a temporary cluster in `<scratch>/postgres`, on loopback, fast rather than durable. */
export async function startPostgres(binaries: string, scratch: string): Promise<string> {
  const as = identity();
  const home = join(scratch, 'postgres');
  const cluster = join(home, 'cluster');
  await mkdir(home);
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid);
  const options = { ...as, cwd: home };
  await run(
    join(binaries, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  );
  const port = await freePort();
  const settings = [
    `-p ${port}`,
    `-k ${home}`,
    '-h 127.0.0.1',
    ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'].map(
      (setting) => `-c ${setting}`,
    ),
  ];
  await run(
    join(binaries, 'pg_ctl'),
    ['-D', cluster, '-w', '-l', join(home, 'log'), '-o', settings.join(' '), 'start'],
    options,
  );
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** Stops the cluster of `startPostgres` in this scratch folder, if there is one. */
export async function stopPostgres(binaries: string, scratch: string): Promise<void> {
  const home = join(scratch, 'postgres');
  const cluster = join(home, 'cluster');
  if (!existsSync(join(cluster, 'postmaster.pid'))) return;
  await run(join(binaries, 'pg_ctl'), ['-D', cluster, '-w', '-m', 'immediate', 'stop'], {
    ...identity(),
    cwd: home,
  });
}

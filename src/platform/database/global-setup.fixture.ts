import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { keptSnapshots } from './kept-snapshots.fixture.ts';
import { findPostgres, stopPostgres } from './temporary-postgres.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this test run, removed at its end. */
    scratch: string;
    /** A folder of snapshots of databases, which stays for later runs. */
    snapshots: string;
    /** TEST_DATABASE_URL, else the folder of PostgreSQL's programs; both null when the run goes without. */
    postgres: { url: string | null; binaries: string | null };
  }
}

/** Vitest's global setup: finds PostgreSQL (a worker starts it on first use) and stops it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await mkdtemp(join(tmpdir(), 'tests-'));
  // The cluster's user is another one than root's.
  await chmod(scratch, 0o755);
  const url = process.env['TEST_DATABASE_URL'] ?? null;
  const binaries = url === null ? findPostgres() : null;
  if (url === null && binaries === null) {
    process.stderr.write(
      '\nSKIPPED: the data layer on PostgreSQL (no initdb here and no TEST_DATABASE_URL)\n\n',
    );
  }
  // What one worker, thread or child process has compiled of the source, the next one reuses.
  process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');
  project.provide('scratch', scratch);
  project.provide('snapshots', await keptSnapshots(process.cwd()));
  project.provide('postgres', { url, binaries });
  return async () => {
    if (binaries !== null) await stopPostgres(binaries, scratch);
    await rm(scratch, { recursive: true, force: true });
  };
}

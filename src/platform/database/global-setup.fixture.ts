import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { keptSnapshots } from './kept-snapshots.fixture.ts';
import { findPostgres, stopPostgres } from './temporary-postgres.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this test run, removed afterwards. */
    scratch: string;
    /** A folder of database snapshots, kept for later runs. */
    snapshots: string;
    /** TEST_DATABASE_URL, else the folder of PostgreSQL's binaries; both null if PostgreSQL is not used. */
    postgres: { url: string | null; binaries: string | null };
  }
}

/** Vitest's global setup: finds PostgreSQL (a worker starts it on first use) and stops it at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await mkdtemp(join(tmpdir(), 'tests-'));
  // The cluster runs as another user if this is root.
  await chmod(scratch, 0o755);
  const url = process.env['TEST_DATABASE_URL'] ?? null;
  const binaries = url === null ? findPostgres() : null;
  if (url === null && binaries === null) {
    process.stderr.write(
      '\nSKIPPED: the data layer on PostgreSQL (no initdb here and no TEST_DATABASE_URL)\n\n',
    );
  }
  // Workers, threads and child processes share the compile cache.
  process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled');
  project.provide('scratch', scratch);
  project.provide('snapshots', await keptSnapshots(process.cwd()));
  project.provide('postgres', { url, binaries });
  return async () => {
    if (binaries !== null) await stopPostgres(binaries, scratch);
    await rm(scratch, { recursive: true, force: true });
  };
}

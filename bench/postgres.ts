import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostgres,
  startPostgres,
  stopPostgres,
} from '#src/platform/database/temporary-postgres.fixture.ts';

/** Runs with the URL of a temporary PostgreSQL server; only reports it if the programs are missing. */
export async function withPostgres(run: (url: string) => Promise<void>): Promise<void> {
  const binaries = findPostgres();
  if (!binaries) {
    console.log('SKIPPED on PostgreSQL: no initdb here');
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), 'antinode-bench-'));
  // The cluster's user is not root.
  chmodSync(scratch, 0o755);
  try {
    await run(await startPostgres(binaries, scratch));
  } finally {
    await stopPostgres(binaries, scratch);
    rmSync(scratch, { recursive: true, force: true });
  }
}

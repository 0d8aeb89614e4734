import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { copyReadyData } from './ready-data.ts';
import { seedWorkspace, type SeededWorkspace, type WorkspaceSize } from './seed-workspace.ts';
import { spawnServer } from './spawn-server.ts';

const root = join(import.meta.dirname, '../..');

export interface SeededServer {
  readonly address: string;
  readonly seeded: SeededWorkspace;
  readonly pid: number;
  /** The statements of every request so far, by its path. */
  readonly queries: () => { path: string; queries: string[] }[];
  readonly stop: () => Promise<void>;
}

/**
 * Fills a new studio and starts the built server on it, counting its queries on request; embedded, or in an empty
 * PostgreSQL database.
 */
export async function startSeeded(
  size: WorkspaceSize,
  {
    isCounting,
    databaseUrl = null,
    furnish,
  }: {
    isCounting: boolean;
    databaseUrl?: string | null;
    /** Adds what a test needs beyond the seeded data. */
    furnish?: (db: Db) => Promise<void>;
  },
): Promise<SeededServer> {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-seeded-'));
  const dataDir = join(folder, 'data');
  const onHung = () => {
    throw new Error('The database hangs');
  };
  // Used by test runs; benchmarks create their tables themselves.
  if (databaseUrl === null && process.env['TEST_DATA_DIR'] !== undefined) copyReadyData(dataDir, 'nothing');
  const database = await openDatabase({ dataDir, databaseUrl }, { deadlineMs: 300_000, onHung });
  await migrate(database, join(root, 'database/migrations'));
  const seeded = await seedWorkspace(database, size);
  await furnish?.(database.db);
  await database.close();
  const log = join(folder, 'queries');
  const counting = `--import=${join(root, 'tests/harness/count-queries.mjs')}`;
  const server = spawnServer({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(isCounting ? { NODE_OPTIONS: counting, QUERY_LOG: log } : {}),
  });
  const printed = await server.says('Data ');
  return {
    address: /^Site\s+(\S+)$/m.exec(printed)?.[1] ?? '',
    seeded,
    pid: server.process.pid ?? 0,
    queries: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        // After the last line break there is nothing, or an incomplete line.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as { path: string; queries: string[] }),
    async stop() {
      server.process.kill('SIGTERM');
      await server.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Requests a page as its reader. */
export const askAs = (
  { address, seeded }: Pick<SeededServer, 'address' | 'seeded'>,
  { path, actor }: { path: string; actor: 'client' | 'team' },
): Promise<Response> =>
  fetch(new URL(path, address), {
    headers: { cookie: `antinode_session=${seeded.tokens[actor]}`, accept: 'text/html' },
    redirect: 'manual',
  });

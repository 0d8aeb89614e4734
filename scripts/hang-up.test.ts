import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePlace } from '#src/features/operations/backup/backup-studio.fixture.ts';
import { hasServer } from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

const patience = { timeout: 60_000 };

function start(script: string, arg: string, env: Record<string, string>): ChildProcess {
  const started = spawn(process.execPath, [join(import.meta.dirname, script), arg], {
    env: { ...env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  return started;
}

test.skipIf(!hasServer())('a backup whose terminal goes leaves nothing of its archive', async () => {
  const { dataDir, databaseUrl } = await makePlace('server', 'migrated');
  const url = databaseUrl ?? '';
  // It waits for the migration lock.
  const migrating = new Client({ connectionString: url });
  await migrating.connect();
  await migrating.query('select pg_advisory_lock(7270031)');
  const folder = makeTestFolder();
  const backup = start('backup.ts', join(folder, 'studio.tar'), { DATA_DIR: dataDir, DATABASE_URL: url });
  await vi.waitUntil(() => readdirSync(folder).length > 0, patience);
  backup.kill('SIGHUP');
  backup.kill('SIGHUP');
  await vi.waitUntil(() => readdirSync(folder).length === 0, patience);
  await migrating.end();
  expect(await once(backup, 'exit')).toEqual([1, null]);
  expect(readdirSync(folder)).toEqual([]);
});

test('leaves nothing of a restore whose terminal closes', async () => {
  const dataDir = makeTestFolder();
  const restore = start('restore.ts', '-', { DATA_DIR: dataDir });
  await vi.waitUntil(() => existsSync(join(dataDir, 'restore.part')), patience);
  restore.kill('SIGHUP');
  expect(await once(restore, 'exit')).toEqual([1, null]);
  expect(readdirSync(dataDir)).toEqual(['database.lock']);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePlace, makeStudio, quickest } from '#src/features/operations/backup/backup-studio.fixture.ts';
import { storedPathOf } from '#src/features/files/store/file-folder.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

test('completes a backup and a move with missing files, names them, and exits with a separate code', async () => {
  const { url: bucketUrl } = await startObjectStore();
  const studio = await makeStudio(await makePlace(quickest, 'migrated'));
  const { dataDir, databaseUrl } = studio.place;
  rmSync(storedPathOf(dataDir, studio.empty.storageKey));
  writeFileSync(storedPathOf(dataDir, studio.recording.storageKey), 'something else');
  await studio.database.close();
  const env = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const run = async (script: string, arg: string, settings: Record<string, string>) => {
    const started = spawn(process.execPath, [join(import.meta.dirname, script), arg], {
      env: { ...settings, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    });
    let said = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text) => (said += String(text)));
    const [code] = (await once(started, 'close')) as [number | null];
    return { code, said };
  };
  const file = join(makeTestFolder(), 'studio.tar');
  const backup = await run('backup.ts', file, env);
  expect(backup.said).toContain(`files/${studio.empty.storageKey}`);
  expect(backup.said).toContain(`files/${studio.recording.storageKey}`);
  expect([backup.code, existsSync(file)]).toEqual([3, true]);
  const moved = await run('move-files.ts', '--to=bucket', { ...env, FILES_URL: bucketUrl });
  expect(moved.said).toContain('Moved 3 files');
  expect(moved.code).toBe(3);
});

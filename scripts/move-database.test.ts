import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openForBackup } from '#src/features/operations/backup/open-for-backup.ts';
import { withDraft } from '#src/features/operations/backup/restore-place.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import {
  copyEmbedded,
  createServerDatabase,
  hasServer,
} from '#src/platform/database/test-database.fixture.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

const options = { deadlineMs: 20_000, onHung: () => undefined };

test.skipIf(!hasServer())(
  'an embedded database that was moved is opened by nobody, until somebody means to go back to it',
  async () => {
    const { url, drop } = await createServerDatabase('empty');
    onTestFinished(drop);
    const dataDir = makeTestFolder();
    await copyEmbedded(dataDir, 'migrated');
    const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'move-database.ts')], {
      env: { DATA_DIR: dataDir, DATABASE_URL: url },
      encoding: 'utf8',
    });
    expect(stdout, stderr).toContain('every count is right');

    const place = { dataDir, databaseUrl: null, bucket: null };
    const words = `was moved to PostgreSQL at ${new Date().toISOString().slice(0, 10)}`;
    const backUp = () => openForBackup(place, options);
    await expect(openEmbedded(dataDir, options)).rejects.toThrow(words);
    await expect(backUp()).rejects.toThrow(words);
    // No new one is started in its place, and no other is restored there.
    rmSync(join(dataDir, 'database'), { recursive: true });
    await expect(openEmbedded(dataDir, options)).rejects.toThrow('Set DATABASE_URL');
    await expect(withDraft(place, 0, async () => undefined)).rejects.toThrow('There is an installation in');
    rmSync(join(dataDir, 'database-moved'));
    await expect(backUp()).rejects.toThrow('There is no installation in');
  },
);

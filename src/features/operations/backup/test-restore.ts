import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import type { Database } from '#src/platform/database/database.ts';
import { migrate } from '#src/platform/database/migrate.ts';
import { openEmbedded } from '#src/platform/database/open-embedded.ts';
import { dayMs } from '#src/platform/durations.ts';
import { restoreBackup, type RestoreReport } from './restore-backup.ts';

const prefix = 'restore-test-';

/** The database that a test fills; `openTarget` is replaced in tests. */
const openInFolder = (folder: string): Promise<Database> =>
  openEmbedded(folder, { deadlineMs: 60_000, onHung: () => process.exit(1) });

/**
 * Restores an archive into a temporary database, upgrades it to this version and removes it: every row is stored, every
 * key and count checked, and every file read and compared with its hash. The installation is not touched.
 * Throws if a restore would be refused.
 */
export async function testRestore(
  source: Readable,
  {
    dataDir,
    migrationsDirectory,
    openTarget = openInFolder,
  }: {
    readonly dataDir: string;
    readonly migrationsDirectory: string;
    readonly openTarget?: (folder: string) => Promise<Database>;
  },
): Promise<RestoreReport> {
  const folder = await mkdtemp(join(existsSync(dataDir) ? dataDir : tmpdir(), prefix));
  try {
    return await restoreBackup(source, {
      dataDir: folder,
      store: createFileFolder(folder),
      draft: folder,
      migrationsDirectory,
      accept: () => undefined,
      openTarget: () => openTarget(folder),
      test: async (target) => void (await migrate(target, migrationsDirectory)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what interrupted tests have left for a day. */
export async function removeLeftTests(dataDir: string, now: Date): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const made = await stat(join(dataDir, name)).catch(() => null);
    if (made && now.getTime() - made.mtimeMs > dayMs)
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

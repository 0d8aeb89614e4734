import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requestFolderOf, watchRequests } from '#src/platform/services/requests.ts';
import type { Feature } from '#src/platform/services/services.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { dayMs } from '#src/platform/durations.ts';
import { backupRequests, type CopyAnswer } from './open-for-backup.ts';
import {
  unnamedFilesCheckOf,
  unnamedFilesJob,
  unnamedFilesQueue,
  unnamedFilesSettings,
} from './unnamed-files.job.ts';

/** Age after which a copy left behind by a crashed command is deleted. */
const leftAfterMs = dayMs;

const copyEnd = '.copy';

/**
 * Copies the embedded database for a backup command while this process uses it, and checks once a day for files that no
 * row refers to.
 */
export const backupFeature: Feature = {
  name: 'backup',
  async register({ database, config, jobs, log }) {
    const check = unnamedFilesJob({ database, files: fileStoreOf(config), log });
    jobs.define(unnamedFilesQueue, unnamedFilesSettings, check);
    const { copyTo } = database;
    if (!copyTo) return undefined;
    const respond = async (): Promise<CopyAnswer> => {
      const folder = join(requestFolderOf(config.dataDir), `${backupRequests}-${randomUUID()}${copyEnd}`);
      try {
        await copyTo(folder);
        return { kind: 'copied', folder };
      } catch (error) {
        log.error('the database could not be copied for a backup', { error: error as Error });
        return { kind: 'failed', reason: (error as Error).message };
      }
    };
    const onError = (error: Error) => log.error('a backup failed', { error });
    return watchRequests({ dataDir: config.dataDir, kind: backupRequests }, respond, onError);
  },
  async prune({ config, clock, db, jobs }) {
    await jobs.enqueue(db, [unnamedFilesCheckOf(clock.now())]);
    const folder = requestFolderOf(config.dataDir);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(`${backupRequests}-`) || !name.endsWith(copyEnd)) continue;
      const path = join(folder, name);
      const made = await stat(path).catch(() => null);
      if (made && clock.now().getTime() - made.mtimeMs > leftAfterMs)
        await rm(path, { recursive: true, force: true });
    }
  },
};

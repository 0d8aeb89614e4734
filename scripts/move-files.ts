import { join } from 'node:path';
import { BackupRefusal } from '#src/features/operations/backup/archive-format.ts';
import { listStoredFiles } from '#src/features/operations/backup/list-stored-files.ts';
import { moveFiles, openJournal, type MoveReport } from '#src/features/operations/backup/move-files.ts';
import { openForBackup } from '#src/features/operations/backup/open-for-backup.ts';
import { checkFileStore, fileStoreOf } from '#src/features/files/store/file-store.ts';
import { uploadPlaceOf } from '#src/features/files/uploads/upload-store.ts';
import type { Config } from '#src/platform/config/config.ts';
import { leastFreeBytes, requireRoom } from '#src/platform/disk-room.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';
import { incompleteCode } from './stamp.mjs';

/**
 * `npm run files:move -- --to=bucket` or `--to=folder` copies all files between DATA_DIR/files and the bucket of
 * FILES_URL.
 */

const usage = [
  'Usage: npm run files:move -- --to=bucket',
  '       npm run files:move -- --to=folder',
  'Between DATA_DIR/files and the bucket of FILES_URL, which is set for both.',
];

/** The number of files between two progress reports. */
const sayEvery = 100;

// Files written from here on are private to this user.
process.umask(0o077);

function readTarget(): 'bucket' | 'folder' {
  const [asked = '', ...more] = process.argv.slice(2);
  const [, to] = /^--to=(bucket|folder)$/.exec(asked) ?? [];
  return more.length > 0 || to === undefined ? giveUp(usage) : (to as 'bucket' | 'folder');
}

async function listNamed(config: Config) {
  const onHung = () => giveUp(['The database hangs.']);
  const database = await openForBackup(config, { deadlineMs: 60_000, onHung });
  try {
    return await database.withMigrationSession(listStoredFiles);
  } finally {
    await database.close();
  }
}

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
const list = (keys: readonly string[]) => keys.map((key) => `  files/${key}`);

function linesOf(report: MoveReport, to: 'bucket' | 'folder', uploads: number): string[] {
  const { moved, movedBytes, already, removed, missing, damaged } = report;
  return [
    `Moved ${counted(moved)} (${(movedBytes / 1e6).toFixed(1)} MB) and read them again; every hash is right. ${counted(already)} had arrived before.`,
    ...(removed > 0 ? [`Removed ${counted(removed)} there that were removed since an earlier run.`] : []),
    ...(missing.length > 0 ? ['These are named and in neither place:', ...list(missing)] : []),
    ...(damaged.length > 0
      ? ['These have changed since they were stored, and were moved as they are:', ...list(damaged)]
      : []),
    ...(uploads > 0 ? [`Uploads that are not complete stay behind, and begin again: ${uploads}.`] : []),
    'If the server ran meanwhile: stop it, run this again, which takes what is new, and start it ' +
      (to === 'bucket' ? 'with this FILES_URL.' : 'without FILES_URL.'),
    'What was moved from is as it was. Remove it once you are sure: what is removed from now on stays there.',
  ];
}

async function move(): Promise<string[]> {
  const to = readTarget();
  const config = readCommandConfig();
  if (config.bucket === null)
    throw new BackupRefusal('Set FILES_URL to the bucket, in either direction. Nothing was moved.');
  const [bucket, folder] = [fileStoreOf(config), fileStoreOf({ ...config, bucket: null })];
  await checkFileStore(bucket);
  const files = await listNamed(config);
  await folder.prepare();
  process.stdout.write(`The database names ${counted(files.length)}.\n`);
  const report = await moveFiles({
    ...(to === 'bucket' ? { from: folder, to: bucket } : { from: bucket, to: folder }),
    files,
    journal: openJournal(join(config.dataDir, `files-moved-to-${to}`)),
    requireRoom: (bytes) =>
      to === 'folder' ? requireRoom(config.dataDir, bytes + leastFreeBytes) : undefined,
    say({ moved, movedBytes }) {
      if (moved % sayEvery === 0)
        process.stdout.write(`${counted(moved)}, ${(movedBytes / 1e6).toFixed(1)} MB …\n`);
    },
  });
  if (report.missing.length + report.damaged.length > 0) process.exitCode = incompleteCode;
  const source = uploadPlaceOf(to === 'bucket' ? { ...config, bucket: null } : config);
  return linesOf(report, to, (await source.list()).length);
}

const lines = await move().catch((error: unknown) => {
  if (error instanceof BackupRefusal) return giveUp(error.message.split('\n'));
  return giveUpOn(error);
});
process.stdout.write(`${lines.join('\n')}\n`);

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefusal, type Head } from '#src/features/operations/backup/archive-format.ts';
import { secretMarkOf } from '#src/features/operations/backup/make-backup.ts';
import {
  linesOfChanges,
  changedSettings,
  requireSameInstallation,
  withDraft,
} from '#src/features/operations/backup/restore-place.ts';
import { restoreBackup, type RestoreReport } from '#src/features/operations/backup/restore-backup.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';
import { findSecret } from '#src/platform/config/secret.ts';

/** `npm run restore -- <file> [--moved]`, or `-` for standard input, fills an empty installation from a backup. */

const usage = [
  'Usage: npm run restore -- <file> [--moved]',
  '       npm run restore -- - [--moved] < <file>',
];

// Files written from here on are private to this user.
process.umask(0o077);

function readArguments(): { file: string; isMoved: boolean } {
  const asked = process.argv.slice(2);
  const options = asked.filter((word) => word.startsWith('--'));
  const [file, ...more] = asked.filter((word) => !word.startsWith('--'));
  if (!file || more.length > 0 || options.some((option) => option !== '--moved')) return giveUp(usage);
  return { file, isMoved: options.length > 0 };
}

const { file, isMoved } = readArguments();
const config = readCommandConfig();
const secret = await findSecret(config);
const here = { secretMark: secret === null ? null : secretMarkOf(secret), address: config.publicUrl };

async function restore(): Promise<RestoreReport> {
  const size = file === '-' ? 0 : (await stat(file).catch(() => null))?.size;
  if (size === undefined) throw new BackupRefusal(`${file} cannot be read, or is not there.`);
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
  // A terminal and npm may both forward the same signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => source.destroy(new Error('It was stopped.')));
  const onHung = () => giveUp(['The database hangs.']);
  return withDraft(config, size, (draft) =>
    restoreBackup(source, {
      dataDir: config.dataDir,
      store: fileStoreOf(config),
      draft,
      migrationsDirectory: join(projectRootFrom(import.meta.dirname), 'database/migrations'),
      accept: (head: Head) => requireSameInstallation(head, { ...here, isMoved }),
      openTarget: () => openDatabase({ ...config, dataDir: draft }, { deadlineMs: 60_000, onHung }),
    }),
  );
}

function linesOf({ head, rows, files, missing, damaged }: RestoreReport): string[] {
  return [
    `Restored ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files as they were at ${head.madeAt}; every count and hash is right.`,
    ...(missing.length > 0 ? [`${missing.length} files that are named were not in the backup.`] : []),
    ...(damaged.length > 0 ? [`${damaged.length} files were damaged when the backup was made.`] : []),
    'Everyone signs in again. Emails that were queued when the backup was made leave at the next start, even if they have been sent since.',
    'Anyone who lost access after the backup has it again: check the team, the people of clients and the listening links.',
    ...linesOfChanges(changedSettings(head, here)),
    'Now start the server: npm start',
  ];
}

const lines = await restore()
  .then(linesOf)
  .catch((error: unknown) => {
    if (!(error instanceof BackupRefusal)) return giveUpOn(error);
    const cause = error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
    return giveUp([...error.message.split('\n'), ...cause, 'Nothing was restored.']);
  });
process.stdout.write(`${lines.join('\n')}\n`);

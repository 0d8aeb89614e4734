import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupRefusal, type Head } from '#src/features/operations/backup/archive-format.ts';
import { secretMarkOf } from '#src/features/operations/backup/make-backup.ts';
import {
  linesOfChanges,
  changedSettings,
  requireSameInstallation,
  withDraft,
} from '#src/features/operations/backup/restore-place.ts';
import { restoreBackup, type RestoreReport } from '#src/features/operations/backup/restore-backup.ts';
import { testRestore } from '#src/features/operations/backup/test-restore.ts';
import { reportCommand } from '#src/features/operations/tasks/command-report.ts';
import { forDesk, type Report } from '#src/features/operations/tasks/run-program.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { openDatabase } from '#src/platform/database/open-database.ts';
import { projectRootFrom } from '#src/platform/project-root.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';
import { findSecret } from '#src/platform/config/secret.ts';
import { redact } from '#src/platform/log.ts';

/**
 * `npm run restore -- <file> [--moved]`, or `-` for standard input, fills an empty installation from a backup.
 * `npm run restore -- --check <file>` tests that it can, and changes nothing.
 */

const usage = [
  'Usage: npm run restore -- <file> [--moved]',
  '       npm run restore -- - [--moved] < <file>',
  '       npm run restore -- --check <file>',
];
const options = ['--moved', '--check', forDesk];

// Files written from here on are private to this user.
process.umask(0o077);

function readArguments() {
  const asked = process.argv.slice(2);
  const given = new Set(asked.filter((word) => word.startsWith('--')));
  const [name, ...more] = asked.filter((word) => !word.startsWith('--'));
  if (!name || more.length > 0 || [...given].some((option) => !options.includes(option)))
    return giveUp(usage);
  const isCheck = given.has('--check');
  if ((isCheck && given.has('--moved')) || (given.has(forDesk) && !isCheck)) return giveUp(usage);
  return { file: name, isMoved: given.has('--moved'), isCheck, isForDesk: given.has(forDesk) };
}

const { file, isMoved, isCheck, isForDesk } = readArguments();
const config = readCommandConfig();
const secret = await findSecret(config);
const here = { secretMark: secret === null ? null : secretMarkOf(secret), address: config.publicUrl };

const migrationsDirectory = join(projectRootFrom(import.meta.dirname), 'database/migrations');

async function sizeOfArchive(): Promise<number> {
  const size = file === '-' ? 0 : (await stat(file).catch(() => null))?.size;
  if (size === undefined) throw new BackupRefusal(`${file} cannot be read, or is not there.`);
  return size;
}

function openArchive() {
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 });
  // A terminal and npm may both forward the same signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => source.destroy(new Error('It was stopped.')));
  return source;
}

async function restore(): Promise<RestoreReport> {
  const size = await sizeOfArchive();
  const source = openArchive();
  const onHung = () => giveUp(['The database hangs.']);
  return withDraft(config, size, (draft) =>
    restoreBackup(source, {
      dataDir: config.dataDir,
      store: fileStoreOf(config),
      draft,
      migrationsDirectory,
      accept: (head: Head) => requireSameInstallation(head, { ...here, isMoved }),
      openTarget: () => openDatabase({ ...config, dataDir: draft }, { deadlineMs: 60_000, onHung }),
    }),
  );
}

/** Tests the archive and reports the result to the desk. */
async function check(): Promise<RestoreReport> {
  const startedAt = new Date().toISOString();
  const bytes = await sizeOfArchive();
  const tell = async ({ rows, files, missing, damaged, madeAt }: Report, problem: string | null) => {
    if (isForDesk) return;
    const known = {
      rows,
      files,
      missing,
      damaged,
      madeAt,
      problem,
      startedAt,
      endedAt: new Date().toISOString(),
    };
    const place = file === '-' ? null : resolve(file);
    await reportCommand(config, {
      kind: 'restore-test',
      place,
      bytes: place === null ? null : bytes,
      ...known,
    }).catch(() => process.stderr.write('The desk does not show this test: it could not be recorded.\n'));
  };
  try {
    const report = await testRestore(openArchive(), { dataDir: config.dataDir, migrationsDirectory });
    await tell(shortOf(report), null);
    return report;
  } catch (error) {
    const unknown = { rows: 0, files: 0, missing: 0, damaged: 0, madeAt: startedAt };
    if (error instanceof BackupRefusal) await tell(unknown, redact(error.message));
    throw error;
  }
}

const shortOf = ({ head, rows, files, missing, damaged }: RestoreReport): Report => ({
  rows,
  files,
  missing: missing.length,
  damaged: damaged.length,
  madeAt: head.madeAt,
});

function linesOfCheck(report: RestoreReport): string[] {
  if (isForDesk) return [JSON.stringify(shortOf(report))];
  const { head, rows, files, missing, damaged } = report;
  return [
    `This archive can be restored: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files as they were at ${head.madeAt}; every count and hash is right.`,
    ...linesOfFaults({ missing, damaged }),
    ...linesOfChanges(changedSettings(head, here)),
    'The test has changed nothing.',
  ];
}

const linesOfFaults = ({ missing, damaged }: Pick<RestoreReport, 'missing' | 'damaged'>) => [
  ...(missing.length > 0 ? [`${missing.length} files that are named were not in the backup.`] : []),
  ...(damaged.length > 0 ? [`${damaged.length} files were damaged when the backup was made.`] : []),
];

function linesOf({ head, rows, files, missing, damaged }: RestoreReport): string[] {
  return [
    `Restored ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files as they were at ${head.madeAt}; every count and hash is right.`,
    ...linesOfFaults({ missing, damaged }),
    'Everyone signs in again. Emails that were queued when the backup was made leave at the next start, even if they have been sent since.',
    'Anyone who lost access after the backup has it again: check the team, the people of clients and the listening links.',
    ...linesOfChanges(changedSettings(head, here)),
    'Now start the server: npm start',
  ];
}

const lines = await (isCheck ? check().then(linesOfCheck) : restore().then(linesOf)).catch(
  (error: unknown) => {
    if (!(error instanceof BackupRefusal)) return giveUpOn(error);
    const cause = error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
    const end = isCheck ? 'This archive cannot be restored.' : 'Nothing was restored.';
    return giveUp([...error.message.split('\n'), ...cause, end]);
  },
);
(isForDesk ? process.stderr : process.stdout).write(`${lines.join('\n')}\n`);

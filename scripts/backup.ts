import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupRefusal } from '#src/features/operations/backup/archive-format.ts';
import { makeBackup, secretMarkOf, type BackupReport } from '#src/features/operations/backup/make-backup.ts';
import { openForBackup } from '#src/features/operations/backup/open-for-backup.ts';
import {
  requireNewFile,
  requireRoomFor,
  writeArchive,
} from '#src/features/operations/backup/write-archive.ts';
import { reportCommand } from '#src/features/operations/tasks/command-report.ts';
import { forDesk, type Report } from '#src/features/operations/tasks/run-program.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { Config } from '#src/platform/config/config.ts';
import { giveUp, giveUpOn, readCommandConfig } from '#src/platform/config/read-config.ts';
import { findSecret } from '#src/platform/config/secret.ts';
import { incompleteCode } from './stamp.mjs';

/**
 * `npm run backup -- <file>`, or `-` for standard output, writes one archive of the database and all files, also while
 * the server runs.
 */

const usage = [
  'Usage: npm run backup -- <file>',
  '       npm run --silent backup -- - > <file>',
  'The archive is a tar file.',
];

// Files written from here on are private to this user.
process.umask(0o077);

const stopped = new AbortController();
const sameSignalMs = 1000;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stopped.abort(new Error('It was stopped; nothing is left of it.'));
    // A terminal and npm may both forward the same signal; only a later one counts as a second.
    const first = performance.now();
    process.on(signal, () => performance.now() - first > sameSignalMs && process.exit(130));
  });

const isForDesk = process.argv.includes(forDesk);
const startedAt = new Date();

function readFile(): string {
  const [file, ...more] = process.argv.slice(2).filter((word) => word !== forDesk);
  if (!file || more.length > 0 || (file.startsWith('-') && file !== '-')) return giveUp(usage);
  // npm prints the command that it runs to where the archive goes.
  const isTold =
    process.env['npm_lifecycle_event'] !== undefined && process.env['npm_config_loglevel'] !== 'silent';
  if (file === '-' && (isTold || process.stdout.isTTY)) return giveUp(usage);
  return file;
}

const list = (keys: readonly string[]) => keys.map((key) => `  files/${key}`);

function linesOf({ rows, files, fileBytes, missing, damaged }: BackupReport): string[] {
  return [
    `${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files (${(fileBytes / 1e6).toFixed(1)} MB).`,
    'Not in it: uploads that are not complete, who is signed in, SECRET and other settings, content/ and CONTENT_DIR.',
    ...(missing.length > 0
      ? ['These were not there: removed while the backup was made, or lost before:', ...list(missing)]
      : []),
    ...(damaged.length > 0
      ? ['These files are in the archive, but have changed since they were stored:', ...list(damaged)]
      : []),
  ];
}

/** Reports the backup to the desk. */
async function tell(
  config: Config,
  file: string,
  { rows, files, missing, damaged }: BackupReport,
): Promise<void> {
  const place = file === '-' ? null : resolve(file);
  const bytes = place === null ? null : (await stat(place)).size;
  const moments = {
    madeAt: startedAt.toISOString(),
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
  };
  const counts = { rows, files, missing: missing.length, damaged: damaged.length };
  await reportCommand(config, { kind: 'backup', place, bytes, problem: null, ...moments, ...counts }).catch(
    () => process.stderr.write('The desk does not show this backup: it could not be recorded.\n'),
  );
}

const jsonOf = ({ rows, files, missing, damaged }: BackupReport) => {
  const counts = { rows, files, missing: missing.length, damaged: damaged.length };
  return JSON.stringify({ ...counts, madeAt: startedAt.toISOString() } satisfies Report);
};

async function backUp(file: string): Promise<string[]> {
  const config = readCommandConfig();
  if (file !== '-') await requireNewFile(file, new Date());
  const secret = await findSecret(config);
  const onHung = () => giveUp(['The database hangs.']);
  const database = await openForBackup(config, { deadlineMs: 60_000, onHung });
  const of = {
    database,
    store: fileStoreOf(config),
    address: config.publicUrl,
    secretMark: secretMarkOf(secret ?? ''),
    now: startedAt,
    requireRoom: async (bytes: number) => (file === '-' ? undefined : requireRoomFor(file, bytes)),
  };
  const write = (stream: ReadableStream<Uint8Array>) =>
    file === '-'
      ? pipeline(stream, process.stdout, { signal: stopped.signal })
      : writeArchive(file, stream, stopped.signal);
  try {
    const report = await makeBackup(of, write);
    if (report.missing.length + report.damaged.length > 0) process.exitCode = incompleteCode;
    if (isForDesk) return [jsonOf(report)];
    await tell(config, file, report);
    return [...(file === '-' ? [] : [`Written: ${file}`]), ...linesOf(report)];
  } finally {
    // It may already be closed.
    await database.close().catch(() => undefined);
  }
}

const lines = await backUp(readFile()).catch((error: unknown) =>
  error instanceof BackupRefusal
    ? giveUp([error.message, 'There is no backup.'])
    : giveUpOn(stopped.signal.aborted ? stopped.signal.reason : error),
);
process.stderr.write(`${lines.join('\n')}\n`);

import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#src/platform/config/config.ts';
import type { Db } from '#src/platform/database/database.ts';
import { openServer } from '#src/platform/database/open-server.ts';
import { makeFolder } from '#src/platform/make-folder.ts';
import { parseJson } from '#src/platform/parse-json.ts';
import { reportSchema } from './run-program.ts';
import { installationTasks } from './task.table.ts';

/** The folder in which commands leave their reports for a server with the embedded database. */
const folderOf = (dataDir: string) => join(dataDir, 'reports');

const commandReport = reportSchema.extend({
  id: z.uuid(),
  kind: z.enum(['backup', 'restore-test']),
  /** The path of the archive; null for a pipe. */
  place: z.string().max(4096).nullable(),
  bytes: z.number().int().nonnegative().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Why it failed; null if it did not. */
  problem: z.string().max(2000).nullable(),
});

export type CommandReport = z.infer<typeof commandReport>;

async function storeReport(db: Db, report: CommandReport): Promise<void> {
  const isTest = report.kind === 'restore-test';
  const row: typeof installationTasks.$inferInsert = {
    id: report.id,
    kind: report.kind,
    isFromCommand: true,
    state: report.problem === null ? 'done' : 'failed',
    askedAt: new Date(report.startedAt),
    finishedAt: new Date(report.endedAt),
    percent: report.problem === null ? 100 : 0,
    problem: report.problem,
    place: report.place,
    sizeBytes: report.bytes,
    rowCount: report.rows,
    fileCount: report.files,
    missingCount: report.missing,
    damagedCount: report.damaged,
    testedAt: isTest ? new Date(report.madeAt) : null,
  };
  await db.insert(installationTasks).values(row).onConflictDoNothing();
}

/**
 * Reports the result of a command to the desk: on PostgreSQL as a row, otherwise as a file that the server collects,
 * since the embedded database has a single process.
 */
export async function reportCommand(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  known: Omit<CommandReport, 'id'>,
): Promise<void> {
  const report: CommandReport = { ...known, id: randomUUID() };
  if (databaseUrl === null) {
    const path = join(folderOf(dataDir), `${report.id}.json`);
    await makeFolder(folderOf(dataDir));
    await writeFile(`${path}.new`, JSON.stringify(report), { mode: 0o600 });
    await rename(`${path}.new`, path);
    return;
  }
  const database = await openServer(databaseUrl, { deadlineMs: 10_000, onHung: () => undefined });
  try {
    await storeReport(database.db, report);
  } finally {
    await database.close();
  }
}

/** Stores the reports that commands have left in the data directory. */
export async function collectReports({
  db,
  config: { dataDir },
}: {
  readonly db: Db;
  readonly config: Pick<Config, 'dataDir'>;
}): Promise<void> {
  for (const name of await readdir(folderOf(dataDir)).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const path = join(folderOf(dataDir), name);
    const text = await readFile(path, 'utf8').catch(() => '');
    const report = commandReport.safeParse(parseJson(text), { jitless: true });
    if (report.success) await storeReport(db, report.data);
    await rm(path, { force: true });
  }
}

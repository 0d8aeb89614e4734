import { eq, sql } from 'drizzle-orm';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { BackupRefusal } from '#src/features/operations/backup/archive-format.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import { isDiskFull } from '#src/platform/disk-room.ts';
import type { JobHandler } from '#src/platform/jobs/queue-worker.ts';
import { redact } from '#src/platform/log.ts';
import type { Services } from '#src/platform/services/services.ts';
import { zipOf } from '#src/platform/zip.ts';
import { exportEntries } from '../export/export-everything.ts';
import { runProgram } from './run-program.ts';
import { findArchive, findSizes, finishTask, type TaskJob, type TaskResult } from './tasks.ts';
import { installationTasks, type InstallationTask } from './task.table.ts';

export type TaskNeeds = Pick<Services, 'db' | 'config' | 'clock' | 'log' | 'stopping'> & {
  readonly origin: string;
  readonly store?: FileStore;
  /** Runs a command; replaced in tests. */
  readonly run?: typeof runProgram;
};

/** Each change of the progress makes open pages of the desk load again. */
const progressEveryMs = 5000;

/** Passes pieces on and stores at most every five seconds how much of the expected bytes has passed. */
async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  expectedBytes: number,
  { db, clock, taskId }: Pick<TaskNeeds, 'db' | 'clock'> & { readonly taskId: string },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let storedAtMs = clock.now().getTime();
  for await (const piece of pieces) {
    yield piece;
    bytes += piece.length;
    const nowMs = clock.now().getTime();
    if (nowMs - storedAtMs < progressEveryMs) continue;
    storedAtMs = nowMs;
    const percent = Math.min(99, Math.floor((100 * bytes) / Math.max(1, expectedBytes)));
    await db.update(installationTasks).set({ percent }).where(eq(installationTasks.id, taskId));
  }
}

/** Yields the output of a command, and fails at its end if the command failed. */
async function* whole(
  output: AsyncIterable<Uint8Array>,
  report: Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  yield* output;
  await report;
}

type Working = Required<TaskNeeds> & { readonly task: InstallationTask };

async function backUp(needs: Working): Promise<TaskResult> {
  const { run, store, stopping, db, task } = needs;
  const { databaseBytes, fileBytes } = await findSizes(db);
  const { output, report } = run('backup', ['-'], { signal: stopping });
  const pieces = withProgress(whole(output, report), databaseBytes + fileBytes, {
    ...needs,
    taskId: task.id,
  });
  const { storageKey, sha256, sizeBytes } = await store.store({ pieces }, 'backup.tar');
  const { rows, files, missing, damaged } = await report;
  return {
    state: 'done',
    storageKey,
    sha256,
    sizeBytes,
    rowCount: rows,
    fileCount: files,
    missingCount: missing,
    damagedCount: damaged,
  };
}

async function exportEverything(needs: Working): Promise<TaskResult> {
  const { store, db, clock, origin, stopping, task } = needs;
  const counted = { rows: 0, files: 0 };
  const entries = exportEntries(db, { now: clock.now(), origin, signal: stopping, counted });
  const { databaseBytes } = await findSizes(db);
  const pieces = withProgress(zipOf(entries), databaseBytes, { ...needs, taskId: task.id });
  const { storageKey, sha256, sizeBytes } = await store.store({ pieces }, 'export.zip');
  return { state: 'done', storageKey, sha256, sizeBytes, rowCount: counted.rows, fileCount: counted.files };
}

async function testRestore(needs: Working): Promise<TaskResult> {
  const { run, store, stopping, db, clock, task } = needs;
  const backup = await findArchive(db, clock.now(), 'backup', task.testedId ?? '');
  const file = backup && (await store.open(backup.storageKey));
  if (!file) throw new BackupRefusal('The backup was deleted before it could be tested.');
  try {
    const input = withProgress(file.pieces(), file.sizeBytes, { ...needs, taskId: task.id });
    const { output, report } = run('restore', ['--check', '-'], { signal: stopping, input });
    output.resume();
    const { rows, files, missing, damaged, madeAt } = await report;
    return {
      state: 'done',
      rowCount: rows,
      fileCount: files,
      missingCount: missing,
      damagedCount: damaged,
      testedAt: new Date(madeAt),
      sizeBytes: file.sizeBytes,
      sha256: backup.sha256,
    };
  } finally {
    await file.close();
  }
}

const workOf = { backup: backUp, export: exportEverything, 'restore-test': testRestore };

/** Returns why a task failed, as text for the team. */
function problemOf(error: unknown): string {
  if (isDiskFull(error)) return 'full';
  return redact(error instanceof BackupRefusal ? error.message : describeFailure(error));
}

/** Claims an unfinished task; null if it has a result. */
async function claim(db: Db, taskId: string): Promise<InstallationTask | null> {
  const [task] = await db
    .update(installationTasks)
    .set({ state: 'running', percent: 0 })
    .where(
      sql`${installationTasks.id} = ${taskId}::uuid and ${installationTasks.state} in ('waiting', 'running')`,
    )
    .returning();
  return task ?? null;
}

/**
 * The job of backups, exports and restore tests. One that a stopping server interrupts begins again in the next process;
 * one that fails is recorded with its reason and not repeated.
 */
export function taskJob(needs: TaskNeeds): JobHandler<TaskJob> {
  const { db, clock, log, stopping, store = fileStoreOf(needs.config), run = runProgram } = needs;
  return {
    async run({ taskId }) {
      const task = await claim(db, taskId);
      if (!task) return { ok: true };
      try {
        const result = await workOf[task.kind]({ ...needs, store, run, task });
        const isKept = await finishTask(db, clock.now(), taskId, result);
        if (!isKept && result.storageKey) await store.remove(result.storageKey);
        log.info('installation task done', { kind: task.kind, bytes: result.sizeBytes });
        return { ok: true };
      } catch (error) {
        const problem = problemOf(error);
        if (stopping.aborted) return { ok: false, permanent: false, reason: problem };
        log.error('installation task failed', { kind: task.kind, reason: problem });
        await finishTask(db, clock.now(), taskId, { state: 'failed', problem });
        return { ok: true };
      }
    },
    async onPermanentFailure({ taskId }, reason) {
      await finishTask(db, clock.now(), taskId, { state: 'failed', problem: reason });
    },
  };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { securityLog } from '#src/features/accounts/security-log/security-log.table.ts';
import { noSender } from '#src/features/accounts/security-log/security-log.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import {
  describeOnEachDatabase,
  describeOnOneDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import { dayMs } from '#src/platform/durations.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { checkForUnnamed } from '../backup/unnamed-files.job.ts';
import { collectReports, reportCommand } from './command-report.ts';
import type { Report, runProgram } from './run-program.ts';
import { taskJob, type TaskNeeds } from './task.job.ts';
import { installationTasks } from './task.table.ts';
import { deleteArchives, findArchive, isKept, listTasks, pruneTasks, startTask } from './tasks.ts';

const now = new Date('2026-11-28T20:00:00Z');
const report: Report = { rows: 12, files: 3, missing: 0, damaged: 0, madeAt: now.toISOString() };

/** A command that prints this archive, or fails with a reason. */
const printing = (archive: string, result: Promise<Report> = Promise.resolve(report)) => {
  result.catch(() => undefined);
  return vi.fn<typeof runProgram>(() => ({ output: Readable.from([Buffer.from(archive)]), report: result }));
};

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

async function makeInstallation({ db }: Database) {
  const person = await makePerson(db, 'team', 'Ada Brandt');
  const dataDir = makeTestFolder();
  const config = { dataDir, bucket: null, databaseUrl: null } as unknown as TaskNeeds['config'];
  const time = { now };
  const clock = { now: () => time.now };
  const { jobs, queued } = testServices();
  const services = { db, config, clock, jobs, freeBytes: async () => 1e12 };
  const asking = { person, sender: noSender };
  const stopping = new AbortController();
  /** Runs the job that was queued last. */
  const runLast = (run: typeof runProgram) => {
    const { data } = queued.at(-1) as { data: { taskId: string } };
    const needs = {
      db,
      config,
      clock,
      log,
      stopping: stopping.signal,
      origin: 'https://studio.example',
      run,
    };
    return taskJob(needs).run(data, { id: data.taskId, attempt: 1 });
  };
  const start = (kind: 'backup' | 'export' | 'restore-test', testedId: string | null = null) =>
    startTask(services, asking, { kind, testedId });
  const last = async (kind: 'backup' | 'export' | 'restore-test') => {
    const [task] = await listTasks(db, kind);
    if (!task) throw new Error('no task');
    return task;
  };
  return {
    services,
    asking,
    person,
    dataDir,
    time,
    queued,
    stopping,
    runLast,
    start,
    last,
    store: fileStoreOf(config),
  };
}

describeOnOneDatabase('a backup from the desk', (open) => {
  test('is made by a job, can be downloaded for a day, and is then deleted', async () => {
    const database = await open();
    const { db } = database;
    const { services, person, time, start, last, runLast, store, queued } = await makeInstallation(database);
    expect(await start('backup')).toEqual({ ok: true });
    expect(await start('backup')).toEqual({ ok: false, reason: 'busy' });
    expect(await last('backup')).toMatchObject({ state: 'waiting', askedByName: 'Ada Brandt' });
    expect(await runLast(printing('a tar'))).toEqual({ ok: true });
    const made = await last('backup');
    expect(made).toMatchObject({ state: 'done', percent: 100, sizeBytes: 5, rowCount: 12, fileCount: 3 });
    const archive = await findArchive(db, now, 'backup', made.id);
    const file = archive && (await store.open(archive.storageKey));
    expect(file && String(await readAndClose(file))).toBe('a tar');
    // Bytes that a row names are no leftovers.
    await checkForUnnamed({ database, files: store, log, check: 'a' });
    expect(await store.readNote()).toContain('"counts":{}');
    const recorded = await db.select().from(securityLog).where(eq(securityLog.personId, person.id));
    expect(recorded.map(({ kind }) => kind)).toEqual(['backup-made']);
    time.now = new Date(now.getTime() + dayMs);
    expect(isKept(made, time.now)).toBe(false);
    expect(await findArchive(db, time.now, 'backup', made.id)).toBeNull();
    await pruneTasks(services);
    expect(await last('backup')).toMatchObject({ state: 'done', storageKey: null });
    expect(queued.at(-1)).toMatchObject({ queue: 'removed-bytes', data: { storageKey: made.storageKey } });
  });

  test('is refused if the disk is too small for it', async () => {
    const database = await open();
    const { services, asking } = await makeInstallation(database);
    const started = await startTask({ ...services, freeBytes: async () => 1e6 }, asking, { kind: 'backup' });
    expect(started).toMatchObject({ ok: false, reason: 'room', freeBytes: 1e6 });
    expect(await listTasks(database.db, 'backup')).toEqual([]);
  });

  test('says why it failed, keeps no bytes, and can be started again', async () => {
    const database = await open();
    const { start, last, runLast, dataDir } = await makeInstallation(database);
    await start('backup');
    const failed = Promise.reject(new Error('There is no room for ann@film.example'));
    expect(await runLast(printing('half of', failed))).toEqual({ ok: true });
    const { state, problem, storageKey } = await last('backup');
    expect({ state, storageKey }).toEqual({ state: 'failed', storageKey: null });
    expect(problem).toContain('There is no room');
    expect(problem).not.toContain('ann@');
    expect(await readdir(join(dataDir, 'files'))).toEqual([]);
    expect(await start('backup')).toEqual({ ok: true });
  });

  test('begins again in the next process if the server stops meanwhile', async () => {
    const database = await open();
    const { start, last, runLast, stopping } = await makeInstallation(database);
    await start('backup');
    stopping.abort();
    expect(await runLast(printing('', Promise.reject(new Error('stopped'))))).toMatchObject({ ok: false });
    expect(await last('backup')).toMatchObject({ state: 'running' });
  });

  test('can be deleted at once, and tested while it is there', async () => {
    const database = await open();
    const { services, start, last, runLast } = await makeInstallation(database);
    await start('backup');
    await runLast(printing('a tar'));
    const { id } = await last('backup');
    expect(await start('restore-test', 'nothing')).toEqual({ ok: false, reason: 'not-found' });
    expect(await start('restore-test', id)).toEqual({ ok: true });
    const run = printing('');
    await runLast(run);
    expect(run).toHaveBeenCalledWith('restore', ['--check', '-'], expect.anything());
    expect(await last('restore-test')).toMatchObject({
      state: 'done',
      testedId: id,
      testedAt: now,
      rowCount: 12,
    });
    expect(await deleteArchives(services, id)).toBe(1);
    expect(await deleteArchives(services, id)).toBe(0);
    expect(await start('restore-test', id)).toEqual({ ok: false, reason: 'not-found' });
  });

  test('is exported as one archive', async () => {
    const database = await open();
    const { start, last, runLast, store } = await makeInstallation(database);
    await start('export');
    await runLast(printing(''));
    const { state, storageKey, rowCount } = await last('export');
    expect(state).toBe('done');
    expect(rowCount).toBeGreaterThan(0);
    const file = await store.open(storageKey ?? '');
    expect(file && (await readAndClose(file)).subarray(0, 2).toString()).toBe('PK');
  });
});

describeOnEachDatabase('the result of a command', (open) => {
  test('is collected from the data directory, once', async () => {
    const { db } = await open();
    const dataDir = makeTestFolder();
    const moments = { startedAt: now.toISOString(), endedAt: now.toISOString() };
    const known = { ...report, ...moments, place: '/backups/studio.tar', bytes: 77, problem: null } as const;
    await reportCommand({ databaseUrl: null, dataDir }, { kind: 'backup', ...known });
    await collectReports({ db, config: { dataDir } });
    await collectReports({ db, config: { dataDir } });
    const [row, ...more] = await db.select().from(installationTasks);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      kind: 'backup',
      isFromCommand: true,
      place: '/backups/studio.tar',
      sizeBytes: 77,
    });
    expect(await readdir(join(dataDir, 'reports'))).toEqual([]);
  });

  test('is stored at once on PostgreSQL', async () => {
    const { db, driver } = await open();
    if (driver.kind !== 'server') return;
    const moments = { startedAt: now.toISOString(), endedAt: now.toISOString() };
    const failed = { ...report, ...moments, place: null, bytes: null, problem: 'The archive is cut off.' };
    await reportCommand(
      { databaseUrl: driver.url, dataDir: '/nowhere' },
      { kind: 'restore-test', ...failed },
    );
    const [row] = await db.select().from(installationTasks);
    expect(row).toMatchObject({ kind: 'restore-test', state: 'failed', problem: 'The archive is cut off.' });
  });
});

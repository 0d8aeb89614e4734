import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { addFile, removeFile } from '../files.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { allFiles, files } from '../store/file.table.ts';
import { removedBytesJob, removedBytesQueue } from '../store/removed-bytes.job.ts';
import { deletedAfter, deleteOldRemoved, deleteRemovedFiles, listRemovedFiles } from './removed-files.ts';

async function openStudio(db: Db) {
  const { team, projectId } = await makeTestProject(db);
  const dataDir = makeTestFolder();
  const at = (now: Date) => {
    const services = testServices(now);
    return {
      services: { ...services, db, config: { dataDir } } as unknown as Services,
      queued: services.queued,
    };
  };
  const { services, queued } = at(testNow);
  const store = createFileFolder(dataDir);
  const add = async (name: string) => {
    const stored = await store.store({ bytes: Buffer.from(`the sound of ${name}`) }, name);
    const file = { projectId, name, needsApproval: true, stored };
    const added = await db.transaction((tx) => addFile(tx, services, team, file));
    if (!added.ok) throw new Error(added.reason);
    return { fileId: added.fileId, storageKey: stored.storageKey };
  };
  const remove = async (name: string) => {
    const file = await add(name);
    await removeFile(services, team, { projectId, fileId: file.fileId });
    return file;
  };
  const hasBytes = async ({ storageKey }: { storageKey: string }) =>
    (await store.sizeOf(storageKey)) !== null;
  return { team, projectId, dataDir, services, queued, at, add, remove, hasBytes };
}

describeOnEachDatabase('removed files', (open) => {
  test('are listed with who removed them, when and their size, and no longer among the files', async () => {
    const { db } = await open();
    const { projectId, remove, team } = await openStudio(db);
    const { fileId } = await remove('mix.wav');
    expect(await listRemovedFiles(db, projectId)).toEqual([
      {
        id: fileId,
        name: 'mix.wav',
        sizeBytes: Buffer.byteLength('the sound of mix.wav'),
        version: 1,
        removedAt: testNow,
        removedByName: team.name,
      },
    ]);
    expect(await db.$count(files)).toBe(0);
    expect(await db.$count(allFiles)).toBe(1);
  });

  test('are deleted with their bytes 30 days after their removal, and not before', async () => {
    const { db } = await open();
    const { projectId, at, remove, hasBytes } = await openStudio(db);
    const file = await remove('mix.wav');
    const end = deletedAfter(testNow);
    expect(end.getTime() - testNow.getTime()).toBe(30 * dayMs);
    await deleteOldRemoved(at(end).services);
    expect(await listRemovedFiles(db, projectId)).toHaveLength(1);
    await deleteOldRemoved(at(new Date(end.getTime() + 1)).services);
    expect(await listRemovedFiles(db, projectId)).toEqual([]);
    expect(await hasBytes(file)).toBe(false);
  });

  test('are deleted at once on request: one, or all of a project', async () => {
    const { db } = await open();
    const { team, projectId, services, add, remove, hasBytes } = await openStudio(db);
    const kept = await add('kept.wav');
    const [one, two, three] = [await remove('1.wav'), await remove('2.wav'), await remove('3.wav')];
    const deleteNow = (fileId: string) => deleteRemovedFiles(services, team, { projectId, fileId });
    expect(await deleteNow(kept.fileId)).toEqual({ ok: false, reason: 'not-found' });
    expect(await deleteNow('x')).toEqual({ ok: false, reason: 'not-found' });
    expect(await deleteNow(one.fileId)).toEqual({ ok: true });
    expect([await hasBytes(one), await hasBytes(two)]).toEqual([false, true]);
    expect(await deleteNow('all')).toEqual({ ok: true });
    expect(await deleteNow('all')).toEqual({ ok: false, reason: 'not-found' });
    expect([await hasBytes(two), await hasBytes(three), await hasBytes(kept)]).toEqual([false, false, true]);
    const other = await makeTestProject(db);
    expect(await deleteRemovedFiles(services, team, { ...other, fileId: 'all' })).toMatchObject({
      ok: false,
    });
  });

  test('that were deleted just before the process died have their bytes deleted by a job', async () => {
    const { db } = await open();
    const { team, projectId, dataDir, services, queued, remove, hasBytes } = await openStudio(db);
    const file = await remove('mix.wav');
    await deleteRemovedFiles(services, team, { projectId, fileId: file.fileId });
    // The bytes are still there, as if the process had died after its commit.
    await writeFile(join(dataDir, 'files', file.storageKey), 'sound');
    const job = { queue: removedBytesQueue, data: { storageKey: file.storageKey } };
    expect(queued).toContainEqual(job);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const removal = removedBytesJob({ files: createFileFolder(dataDir), log });
    await removal.run(job.data, { id: uuidv7(), attempt: 1 });
    expect(await hasBytes(file)).toBe(false);
  });
});

/**
 * What reads removed files: their removal, move, restoration and deletion, bytes, attachments, exports, erasure and
 * backups.
 */
const readers = [
  'src/features/clients/erase-colleague.ts',
  'src/features/clients/erase-person.ts',
  'src/features/clients/export-person.ts',
  'src/features/files/arrange/several-files.ts',
  'src/features/files/client-uploads/client-uploads.ts',
  'src/features/files/files.ts',
  'src/features/files/jobs/measure-sound.job.ts',
  'src/features/files/measurements/sound-measurements.ts',
  'src/features/files/removed/move-comments.ts',
  'src/features/files/removed/removed-files.ts',
  'src/features/files/store/file-store.ts',
  'src/features/files/store/file.table.ts',
  'src/features/files/store/local-copy.ts',
  'src/features/files/uploads/upload-destinations.ts',
  'src/features/messages/attachments.ts',
  'src/features/messages/message.table.ts',
  'src/features/operations/backup/list-stored-files.ts',
  'src/features/operations/export/export-areas.ts',
  'src/features/operations/export/export-everything.ts',
  'src/features/operations/export/read-table.ts',
  'src/features/operations/sample/remove-sample-studio.ts',
  'src/features/operations/tasks/measure-installation.ts',
  'src/features/review/versions/restore-file.ts',
];

test('only what deletes, restores, backs up or exports files reads removed ones', async () => {
  const sources = globSync('src/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*', '**/*.fixture.*'] });
  const found: string[] = [];
  for (const path of sources)
    if (/\b(?:allFiles|all_files)\b/.test(await readFile(path, 'utf8'))) found.push(path);
  expect(found.toSorted()).toEqual(readers);
});

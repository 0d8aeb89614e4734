import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services.ts';
import { addFile } from './add-file.ts';
import { approveFile } from './approve-file.ts';
import { changeApprovalNeed } from './change-approval-need.ts';
import { openStoredFile, storeFile } from './file-store.ts';
import { files } from './file.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { removeFile } from './remove-file.ts';

const announcer = testServices();

async function makeFile(db: Db) {
  const studio = await makeTestProject(db);
  const { team, projectId } = studio;
  const dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const stored = await storeFile(dataDir, { bytes: Buffer.from('sound') }, 'mix.wav');
  const file = { projectId, name: 'mix.wav', needsApproval: true, stored };
  const added = await db.transaction((tx) => addFile(tx, announcer, team, file));
  if (!added.ok) throw new Error(added.reason);
  const key = { projectId, fileId: added.fileId };
  const services = { ...announcer, db, config: { dataDir } } as unknown as Services;
  return {
    ...studio,
    stored,
    key,
    need: (needsApproval: boolean) => changeApprovalNeed(db, announcer, team, { ...key, needsApproval }),
    remove: (of = key) => removeFile(services, team, of),
    approve: () => approveFile(db, announcer, studio.client, { ...key, sha256: stored.sha256 }),
    notices: () => db.select({ cleared: notifications.clearedAt }).from(notifications),
    hasBytes: async () => {
      const handle = await openStoredFile(dataDir, stored.storageKey);
      await handle?.close();
      return handle !== null;
    },
  };
}

describeOnEachDatabase('files of a project', (open) => {
  test('the client is told again when an approval is asked for again', async () => {
    const { db } = await open();
    const { need, notices } = await makeFile(db);
    expect(await need(false)).toEqual({ ok: true });
    expect(await notices()).toEqual([]);
    expect(await need(true)).toEqual({ ok: true });
    expect(await need(true)).toEqual({ ok: true });
    expect(await notices()).toEqual([{ cleared: null }]);
  });

  test('one that is removed is gone with its bytes and its notification', async () => {
    const { db } = await open();
    const { remove, hasBytes, notices } = await makeFile(db);
    expect(await hasBytes()).toBe(true);
    expect(await remove()).toEqual({ ok: true });
    expect(await remove()).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.select().from(files)).toEqual([]);
    expect(await hasBytes()).toBe(false);
    expect(await notices()).toEqual([]);
  });

  test('one that was approved stays as it is', async () => {
    const { db } = await open();
    const { approve, remove, need, hasBytes } = await makeFile(db);
    expect(await approve()).toEqual({ ok: true });
    expect(await remove()).toEqual({ ok: false, reason: 'approved' });
    expect(await need(false)).toEqual({ ok: false, reason: 'approved' });
    expect(await hasBytes()).toBe(true);
  });

  test('one of another project does not exist', async () => {
    const { db } = await open();
    const { key, remove, hasBytes } = await makeFile(db);
    const other = await makeTestProject(db);
    expect(await remove({ ...key, projectId: other.projectId })).toEqual({ ok: false, reason: 'not-found' });
    expect(await hasBytes()).toBe(true);
  });
});

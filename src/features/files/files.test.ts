import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { approveFile } from './approvals/approve-file.ts';
import { createFileFolder } from './store/file-folder.ts';
import { files } from './store/file.table.ts';
import { addFile, changeApprovalNeed, removeFile } from './files.ts';
import { makeFile, storedBytesOf } from './store/stored-bytes.fixture.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { makeTestProject, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';

async function makeStoredFile(db: Db) {
  const made = await makeTestProject(db);
  const { client, team, projectId } = made;
  const dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const jobServices = testServices();
  const services = { ...jobServices, db, config: { dataDir } } as unknown as Services;
  const stored = await createFileFolder(dataDir).store({ bytes: Buffer.from('sound') }, 'mix.wav');
  const file = { projectId, name: 'mix.wav', needsApproval: true, stored };
  const added = await db.transaction((tx) => addFile(tx, services, team, file));
  if (!added.ok) throw new Error(added.reason);
  const key = { projectId, fileId: added.fileId };
  return {
    ...made,
    key,
    need: (needsApproval: boolean) => changeApprovalNeed(db, services, team, { ...key, needsApproval }),
    remove: (of = key) => removeFile(services, team, of),
    approve: () => approveFile(db, services, client, { ...key, sha256: stored.sha256 }),
    notifications: () => db.select({ cleared: notifications.clearedAt }).from(notifications),
    hasBytes: async () => {
      const handle = await createFileFolder(dataDir).open(stored.storageKey);
      await handle?.close();
      return handle !== null;
    },
  };
}

describeOnOneDatabase('files of a project', (open) => {
  test('are added with their bytes, uploader and time', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const stored = storedBytesOf('mix');
    const file = { projectId, name: '../../x.wav', needsApproval: false, stored };
    const added = await db.transaction((tx) => addFile(tx, testServices(), team, file));
    expect(await db.select().from(files)).toEqual([
      {
        id: added.ok && added.fileId,
        projectId,
        name: '../../x.wav',
        originalName: null,
        note: '',
        folder: '',
        group: null,
        position: null,
        formatOf: null,
        formatProposedFor: null,
        isFormatDeclined: false,
        needsApproval: false,
        ...stored,
        durationMs: null,
        peaks: null,
        supersededBy: null,
        recordingId: added.ok && added.fileId,
        version: 1,
        stage: null,
        isPinned: false,
        proposedFor: null,
        isFromClient: false,
        uploadedBy: team.id,
        uploadedByName: team.name,
        uploadedAt: testNow,
      },
    ]);
    const [entry] = await db.select().from(activity).orderBy(desc(activity.id)).limit(1);
    expect(entry).toMatchObject({ kind: 'file-added', actorId: team.id, details: { file: '../../x.wav' } });
  });

  test('notify the client only if they need approval; each creates an event', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    await makeFile(db, team, projectId, { name: 'loudness.csv', needsApproval: false });
    const { fileId } = await makeFile(db, team, projectId);
    expect(
      await db.select({ id: notifications.subjectId, kind: notifications.kind }).from(notifications),
    ).toEqual([{ id: fileId, kind: 'file-waiting' }]);
    const events = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'file-added'));
    expect(events).toHaveLength(2);
  });

  test('are not added without a project', async () => {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    const file = { projectId: uuidv7(), name: 'x', needsApproval: true, stored: storedBytesOf('x') };
    const added = await db.transaction((tx) => addFile(tx, testServices(), team, file));
    expect(added).toEqual({ ok: false, reason: 'no-project' });
    expect(await db.select().from(files)).toEqual([]);
  });

  test('notify the client again when approval is requested again', async () => {
    const { db } = await open();
    const { need, notifications: shown } = await makeStoredFile(db);
    expect(await need(false)).toEqual({ ok: true });
    expect(await shown()).toEqual([]);
    expect(await need(true)).toEqual({ ok: true });
    expect(await need(true)).toEqual({ ok: true });
    expect(await shown()).toEqual([{ cleared: null }]);
  });

  test('are removed with their notification, and keep their bytes', async () => {
    const { db } = await open();
    const { remove, hasBytes, notifications: shown } = await makeStoredFile(db);
    expect(await remove()).toEqual({ ok: true });
    expect(await remove()).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.select().from(files)).toEqual([]);
    expect(await hasBytes()).toBe(true);
    expect(await shown()).toEqual([]);
  });

  test('that were approved can be neither removed nor changed', async () => {
    const { db } = await open();
    const { approve, remove, need, hasBytes } = await makeStoredFile(db);
    expect(await approve()).toEqual({ ok: true });
    expect(await remove()).toEqual({ ok: false, reason: 'approved' });
    expect(await need(false)).toEqual({ ok: false, reason: 'approved' });
    expect(await hasBytes()).toBe(true);
  });

  test('of another project are not found', async () => {
    const { db } = await open();
    const { key, remove, hasBytes } = await makeStoredFile(db);
    const other = await makeTestProject(db);
    expect(await remove({ ...key, projectId: other.projectId })).toEqual({ ok: false, reason: 'not-found' });
    expect(await hasBytes()).toBe(true);
  });
});

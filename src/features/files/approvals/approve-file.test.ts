import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { approveFile } from './approve-file.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { fileApprovals, files } from '../store/file.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '../store/stored-bytes.fixture.ts';

describeOnOneDatabase('approving a file', (open) => {
  async function openWithFile(options = {}) {
    const { db } = await open();
    const made = await makeTestProject(db);
    const file = await makeFile(db, made.team, made.projectId, options);
    return { db, ...made, ...file };
  }

  test('records the hash of the bytes, who approved them and when', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    const outcome = await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    expect(outcome).toEqual({ ok: true });
    expect(await db.select().from(fileApprovals)).toEqual([
      {
        fileId,
        sha256,
        approvedBy: client.id,
        approvedByName: client.name,
        approvedAt: testNow,
        sheet: null,
        sheetSha256: null,
        fileName: 'Tidewater_R3_mix_v2.wav',
        projectName: 'Tidewater, reel 3',
        approvedWith: null,
        isPublished: false,
      },
    ]);
  });

  test('stores the delivery report that the client saw and refuses a different one', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    const find = async () => ({ text: 'as it is now', sha256: 'a'.repeat(64) });
    const approveWith = (seen: string) =>
      approveFile(db, testServices(), client, { projectId, fileId, sha256, sheet: { sha256: seen, find } });
    expect(await approveWith('b'.repeat(64))).toEqual({ ok: false, reason: 'other-sheet' });
    expect(await db.select().from(fileApprovals)).toEqual([]);
    expect(await approveWith('a'.repeat(64))).toEqual({ ok: true });
    const kept = { sheet: 'as it is now', sheetSha256: 'a'.repeat(64) };
    expect(await db.select().from(fileApprovals)).toMatchObject([kept]);
    // Approving again changes nothing, whatever the current report.
    expect(await approveWith('b'.repeat(64))).toEqual({ ok: true });
    expect(await db.select().from(fileApprovals)).toMatchObject([kept]);
  });

  test('clears the notification about the waiting file', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    const [waiting] = await db.select().from(notifications);
    expect(waiting).toMatchObject({ kind: 'file-waiting', subjectId: fileId, clearedAt: testNow });
  });

  test('stores one approval, one event and one activity record for twenty concurrent requests', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    const approve = () => approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, approve));
    expect(outcomes).toEqual(Array.from({ length: 20 }, () => ({ ok: true })));
    expect(await db.select().from(fileApprovals)).toHaveLength(1);
    const events = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'file-approved'));
    expect(events).toHaveLength(1);
    const records = await db.select().from(activity).where(eq(activity.kind, 'file-approved'));
    expect(records).toHaveLength(1);
  });

  test('is refused if the bytes differ from those the client saw', async () => {
    const { db, client, projectId, fileId } = await openWithFile();
    for (const sha256 of ['', '0'.repeat(64)]) {
      const outcome = await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
      expect(outcome).toEqual({ ok: false, reason: 'other-bytes' });
    }
    expect(await db.select().from(fileApprovals)).toEqual([]);
  });

  test('returns not found for another client’s file or another project', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const other = await makeTestProject(db);
    const attempts = [
      { by: stranger, projectId, fileId },
      { by: client, projectId: other.projectId, fileId },
      { by: other.client, projectId: other.projectId, fileId },
      { by: client, projectId, fileId: uuidv7() },
      { by: client, projectId, fileId: "' or true --" },
      { by: client, projectId: 'x', fileId },
    ];
    for (const { by, ...ids } of attempts) {
      const outcome = await approveFile(db, testServices(), by, { ...ids, sha256 });
      expect(outcome).toEqual({ ok: false, reason: 'not-found' });
    }
    expect(await db.select().from(fileApprovals)).toEqual([]);
  });

  test('is refused if the file needs no approval', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile({ needsApproval: false });
    const outcome = await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    expect(outcome).toEqual({ ok: false, reason: 'not-needed' });
  });

  test('protects the file from being removed', async () => {
    const { db, client, projectId, fileId, sha256 } = await openWithFile();
    await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    await expect(db.delete(files).where(eq(files.id, fileId))).rejects.toThrow();
    expect(await db.select().from(files)).toHaveLength(1);
  });
});

import { asc, eq, inArray, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { findDashboard } from '#src/portal/dashboard/find-dashboard.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { approveFile } from './approve-file.ts';
import { placeVersion } from '#src/features/review/versions/change-version.ts';
import { changeApprovalNeed, removeFile } from '../files.ts';
import { listProjectFiles, listUnapprovedFiles } from '../list-project-files.ts';
import { makeFile } from '../store/stored-bytes.fixture.ts';
import { fileApprovals, files } from '../store/file.table.ts';

describeOnOneDatabase('a newer version', (open) => {
  async function openStudio() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId } = made;
    /** Adds a file, optionally as a version of another file's recording. */
    const add = async (name: string, of?: { fileId: string }) => {
      const file = await makeFile(db, made.team, projectId, { name });
      if (of) {
        const [{ recordingId } = { recordingId: '' }] = await db
          .select()
          .from(files)
          .where(eq(files.id, of.fileId));
        const place = { projectId, fileId: file.fileId, recordingId };
        await db.transaction((tx) => placeVersion(tx, testServices(), made.team, place));
      }
      return file;
    };
    const waiting = async () => {
      const found = (await listProjectFiles(db, made.projectId)).filter(({ isWaiting }) => isWaiting);
      return found.map(({ name }) => name).toSorted();
    };
    return { db, ...made, add, waiting };
  }

  test('closes only the requests of older versions, and records that in the history', async () => {
    const { db, client, add, waiting } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await add('Mix_v2.wav', v1);
    await add('Remix_v1.wav');
    await add('Mix_v1.mp3');
    const v10 = await add('Take five.wav', v1);
    expect(await waiting()).toEqual(['Mix_v1.mp3', 'Remix_v1.wav', 'Take five.wav']);
    expect((await findDashboard(db, client)).files[0]?.total).toBe(3);
    const ids = [v1.fileId, v10.fileId];
    expect(await listUnapprovedFiles(db, ids)).toEqual([v10.fileId]);
    const told = db.select({ id: notifications.subjectId }).from(notifications);
    expect(await told.where(isNull(notifications.clearedAt))).toHaveLength(3);
    const history = await db
      .select({ details: activity.details })
      .from(activity)
      .where(eq(activity.kind, 'file-superseded'))
      .orderBy(asc(activity.id));
    expect(history.map(({ details }) => [details['file'], details['newer']])).toEqual([
      ['Mix_v1.wav', 'Mix_v2.wav'],
      ['Mix_v2.wav', 'Take five.wav'],
    ]);
  });

  test('with the same name is distinguished, and closes the request of the earlier upload', async () => {
    const { db, projectId, add } = await openStudio();
    const first = await add('Mix.wav');
    const second = await add('Mix.wav', first);
    expect(await listUnapprovedFiles(db, [first.fileId, second.fileId])).toEqual([second.fileId]);
    const [newest, oldest] = await listProjectFiles(db, projectId);
    expect([oldest?.uploadNumber, newest?.uploadNumber, newest?.uploadCount]).toEqual([1, 2, 2]);
    const [entry] = await db.select().from(activity).where(eq(activity.kind, 'file-superseded'));
    expect(entry?.details).toMatchObject({ file: 'Mix.wav (upload 1)', newer: 'Mix.wav (upload 2)' });
  });

  test('prevents a request for an older version that is added later', async () => {
    const { add, waiting } = await openStudio();
    await add('Mix_v2.wav', await add('Mix_v3.wav'));
    expect(await waiting()).toEqual(['Mix_v3.wav']);
  });

  test('closes the requests of older versions on approval, not of newer ones', async () => {
    const { db, client, team, projectId, add, waiting } = await openStudio();
    const first = await add('Mix_v1.wav');
    const made = [first, await add('Mix_v2.wav', first), await add('Mix_v3.wav', first)];
    // The team requested approval again.
    const all = made.map(({ fileId }) => fileId);
    await db.update(files).set({ supersededBy: null }).where(inArray(files.id, all));
    const [, v2] = made;
    if (!v2) throw new Error('no file');
    const approval = { projectId, ...v2 };
    expect(await approveFile(db, testServices(), client, approval)).toEqual({ ok: true });
    expect(await waiting()).toEqual(['Mix_v3.wav']);
    const [v1] = made;
    const late = await approveFile(db, testServices(), client, { projectId, ...(v1 ?? v2) });
    expect(late).toEqual({ ok: false, reason: 'not-needed' });
    const asked = { projectId, fileId: v1?.fileId ?? '', needsApproval: true };
    expect(await changeApprovalNeed(db, testServices(), team, asked)).toEqual({ ok: true });
    expect(await waiting()).toEqual(['Mix_v1.wav', 'Mix_v3.wav']);
  });

  test("restores the older version's request when it is removed", async () => {
    const { db, team, projectId, add, waiting } = await openStudio();
    const { fileId } = await add('Mix_v2.wav', await add('Mix_v1.wav'));
    await removeFile({ db, ...testServices() }, team, { projectId, fileId });
    expect(await waiting()).toEqual(['Mix_v1.wav']);
  });

  test('set during the approval of the older version either closes its request first or follows the approval', async () => {
    const database = await open();
    const { db } = database;
    const { client, team, projectId } = await makeTestProject(db);
    const older = await makeFile(db, team, projectId, { name: 'Mix_v1.wav', needsApproval: true });
    const newer = await makeFile(db, team, projectId, { name: 'Mix_v2.wav', needsApproval: true });
    const place = { projectId, fileId: newer.fileId, recordingId: older.fileId };
    const { setting, approval } = await db.transaction(async (tx) => {
      await lockClient(tx, client.clientId);
      const set = db.transaction((other) => placeVersion(other, testServices(), team, place));
      await untilWaiting(database, 1);
      const approving = approveFile(db, testServices(), client, { projectId, ...older });
      await untilWaiting(database, 2);
      return { setting: set, approval: approving };
    });
    expect(await setting).toEqual({ ok: true });
    const isApproved = (await approval).ok;
    const [file] = await db.select().from(files).where(eq(files.id, older.fileId));
    const approvals = await db.$count(fileApprovals, eq(fileApprovals.fileId, older.fileId));
    expect([approvals, file?.supersededBy]).toEqual(isApproved ? [1, null] : [0, newer.fileId]);
  });
});

import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addFile } from './add-file.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { files } from './file.table.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import { makeTestProject, testServices, testNow } from '#src/features/projects/test-project.fixture.ts';
import { makeFile, storedBytesOf } from './stored-bytes.fixture.ts';

describeOnEachDatabase('adding a file', (open) => {
  test('the file is there as its bytes were found, with who brought it and when', async () => {
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
        needsApproval: false,
        ...stored,
        uploadedBy: team.id,
        uploadedByName: team.name,
        uploadedAt: testNow,
      },
    ]);
    const [deed] = await db.select().from(activity).orderBy(desc(activity.id)).limit(1);
    expect(deed).toMatchObject({ kind: 'file-added', actorId: team.id, details: { file: '../../x.wav' } });
  });

  test('only a file that waits for approval is news for the client; every file is an event', async () => {
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

  test('a project that is not there gets nothing', async () => {
    const { db } = await open();
    const { team } = await makeTestProject(db);
    const file = { projectId: uuidv7(), name: 'x', needsApproval: true, stored: storedBytesOf('x') };
    const added = await db.transaction((tx) => addFile(tx, testServices(), team, file));
    expect(added).toEqual({ ok: false, reason: 'no-project' });
    expect(await db.select().from(files)).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addComment } from './add-comment.ts';
import { clientEvents } from '#src/features/notices/events/client-event.table.ts';
import { fileComments, files } from '#src/features/recordings/files/file.table.ts';
import { markCommentDone } from './mark-comment-done.ts';
import { notifications } from '#src/features/notices/events/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '#src/features/recordings/files/stored-bytes.fixture.ts';

describeOnEachDatabase('remarks on a recording', (open) => {
  async function openWithFile() {
    const { db } = await open();
    const studio = await makeTestProject(db);
    const file = await makeFile(db, studio.team, studio.projectId, { needsApproval: false });
    const remark = { id: uuidv7(), projectId: studio.projectId, fileId: file.fileId, atMs: 13_400 };
    return { db, ...studio, ...file, remark: { ...remark, content: ' Lower the gulls.\n' } };
  }

  test('a remark is kept as typed, with whose it is and when', async () => {
    const { db, client, fileId, remark } = await openWithFile();
    expect(await addComment(db, testServices(), client, remark)).toEqual({ ok: true });
    expect(await db.select().from(fileComments)).toEqual([
      {
        id: remark.id,
        fileId,
        authorId: client.id,
        authorName: client.name,
        sender: 'client',
        atMs: 13_400,
        content: ' Lower the gulls.\n',
        madeAt: testNow,
        doneAt: null,
        doneByName: null,
      },
    ]);
    expect(await db.select().from(notifications)).toEqual([]);
  });

  test("the team's remark is news for the client and says where", async () => {
    const { db, client, team, remark } = await openWithFile();
    await addComment(db, testServices(), team, remark);
    const [news] = await db.select().from(notifications);
    expect(news).toMatchObject({
      kind: 'comment-received',
      clientId: client.id,
      subjectId: remark.id,
      details: { author: team.name, at: '0:13.4' },
    });
  });

  test('the same remark 10 times at once is one', async () => {
    const { db, client, remark } = await openWithFile();
    const add = () => addComment(db, testServices(), client, remark);
    const outcomes = await Promise.all(Array.from({ length: 10 }, add));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(await db.select().from(fileComments)).toHaveLength(1);
    const events = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'comment-added'));
    expect(events).toHaveLength(1);
  });

  test('other words under the same id are refused', async () => {
    const { db, client, team, remark } = await openWithFile();
    await addComment(db, testServices(), client, remark);
    const other = await addComment(db, testServices(), client, { ...remark, content: 'Louder.' });
    expect(other).toEqual({ ok: false, reason: 'conflict' });
    const stolen = await addComment(db, testServices(), team, remark);
    expect(stolen).toEqual({ ok: false, reason: 'conflict' });
  });

  test('blank remarks, moments outside of the recording and files without sound are refused', async () => {
    const { db, client, remark, fileId } = await openWithFile();
    const add = (change: Partial<typeof remark>) =>
      addComment(db, testServices(), client, { ...remark, ...change });
    for (const content of ['', ' \n\t', '\u200b', 'x'.repeat(20_001)])
      expect(await add({ content })).toEqual({ ok: false, reason: 'blank' });
    for (const atMs of [-1, 24_001, Number.NaN, 1.5, Infinity])
      expect(await add({ atMs })).toEqual({ ok: false, reason: 'beyond-end' });
    expect(await add({ atMs: 24_000 })).toEqual({ ok: true });
    await db.update(files).set({ kind: 'document' }).where(eq(files.id, fileId));
    expect(await add({ id: uuidv7() })).toEqual({ ok: false, reason: 'not-audio' });
  });

  test('a file of somebody else, or of another project, does not exist', async () => {
    const { db, client, remark } = await openWithFile();
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const other = await makeTestProject(db);
    const attempts = [
      { by: stranger, change: {} },
      { by: other.client, change: { projectId: other.projectId } },
      { by: client, change: { projectId: other.projectId } },
      { by: client, change: { fileId: uuidv7() } },
      { by: client, change: { fileId: 'x' } },
      { by: client, change: { id: 'x' } },
    ];
    for (const { by, change } of attempts) {
      const outcome = await addComment(db, testServices(), by, { ...remark, ...change });
      expect(outcome).toEqual({ ok: false, reason: 'not-found' });
    }
    expect(await db.select().from(fileComments)).toEqual([]);
  });

  test('a remark is done once, with who and when', async () => {
    const { db, client, team, remark, projectId } = await openWithFile();
    await addComment(db, testServices(), client, remark);
    const done = { projectId, commentId: remark.id };
    expect(await markCommentDone(db, testServices(), team, done)).toEqual({ ok: true });
    expect(await markCommentDone(db, testServices(), client, done)).toEqual({ ok: true });
    const [row] = await db.select().from(fileComments);
    expect(row).toMatchObject({ doneAt: testNow, doneByName: team.name });
    expect(await db.select().from(activity).where(eq(activity.kind, 'comment-done'))).toHaveLength(1);
  });

  test('nobody marks what is not theirs', async () => {
    const { db, client, remark, projectId } = await openWithFile();
    await addComment(db, testServices(), client, remark);
    const other = await makeTestProject(db);
    const attempts = [
      { by: other.client, projectId, commentId: remark.id },
      { by: other.client, projectId: other.projectId, commentId: remark.id },
      { by: client, projectId, commentId: uuidv7() },
      { by: client, projectId: 'x', commentId: remark.id },
    ];
    for (const { by, ...ids } of attempts)
      expect(await markCommentDone(db, testServices(), by, ids)).toEqual({ ok: false, reason: 'not-found' });
    expect((await db.select().from(fileComments))[0]?.doneAt).toBeNull();
  });
});

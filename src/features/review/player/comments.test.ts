import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { fileComments, files } from '#src/features/files/store/file.table.ts';
import { markCommentDone, reopenComment, addComment, type NewComment } from './comments.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testServices,
  testNow,
} from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';

describeOnOneDatabase('a comment on a recording', (open) => {
  async function openWithFile() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const file = await makeFile(db, made.team, made.projectId, { needsApproval: false });
    const comment = { id: uuidv7(), projectId: made.projectId, fileId: file.fileId, atMs: 13_400 };
    return { db, ...made, ...file, comment: { ...comment, content: ' Lower the gulls.\n' } };
  }

  test('stores a comment exactly as typed, with author and moment', async () => {
    const { db, client, fileId, comment } = await openWithFile();
    expect(await addComment(db, testServices(), client, comment)).toEqual({ ok: true });
    expect(await db.select().from(fileComments)).toEqual([
      {
        id: comment.id,
        fileId,
        authorId: client.id,
        authorName: client.name,
        sender: 'client',
        guestId: null,
        atMs: 13_400,
        untilMs: null,
        replyTo: null,
        content: ' Lower the gulls.\n',
        mentions: [],
        madeAt: testNow,
        version: 1,
        editedAt: null,
        doneAt: null,
        doneByName: null,
      },
    ]);
    expect(await db.select().from(notifications)).toEqual([]);
  });

  test('notifies the client of a comment from the team, with its moment', async () => {
    const { db, client, team, comment } = await openWithFile();
    await addComment(db, testServices(), team, comment);
    const [notification] = await db.select().from(notifications);
    expect(notification).toMatchObject({
      kind: 'comment-received',
      clientId: client.clientId,
      subjectId: comment.id,
      details: { author: team.name, at: '0:13.4' },
    });
  });

  test('stores a comment once that is sent ten times in parallel', async () => {
    const { db, client, comment } = await openWithFile();
    const add = () => addComment(db, testServices(), client, comment);
    const outcomes = await Promise.all(Array.from({ length: 10 }, add));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(await db.select().from(fileComments)).toHaveLength(1);
    const events = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'comment-added'));
    expect(events).toHaveLength(1);
  });

  test('rejects a comment with the id of another comment', async () => {
    const { db, client, team, comment } = await openWithFile();
    await addComment(db, testServices(), client, comment);
    const other = await addComment(db, testServices(), client, { ...comment, content: 'Louder.' });
    expect(other).toEqual({ ok: false, reason: 'conflict' });
    const stolen = await addComment(db, testServices(), team, comment);
    expect(stolen).toEqual({ ok: false, reason: 'conflict' });
  });

  test('rejects a comment that is blank, outside the recording, or on a file that is not audio', async () => {
    const { db, client, comment, fileId } = await openWithFile();
    const add = (change: Partial<NewComment>) =>
      addComment(db, testServices(), client, { ...comment, ...change });
    for (const content of ['', ' \n\t', '\u200b', 'x'.repeat(20_001)])
      expect(await add({ content })).toEqual({ ok: false, reason: 'blank' });
    for (const atMs of [-1, 24_001, Number.NaN, 1.5, Infinity])
      expect(await add({ atMs })).toEqual({ ok: false, reason: 'beyond-end' });
    for (const untilMs of [13_400, 13_399, 24_001, Number.NaN, 14_000.5])
      expect(await add({ untilMs })).toEqual({ ok: false, reason: 'beyond-end' });
    expect(await add({ atMs: 24_000 })).toEqual({ ok: true });
    await db
      .update(files)
      .set({ kind: 'document', mediaType: 'application/octet-stream' })
      .where(eq(files.id, fileId));
    expect(await add({ id: uuidv7() })).toEqual({ ok: false, reason: 'not-audio' });
  });

  test('returns not-found for another client’s file or another project', async () => {
    const { db, client, comment } = await openWithFile();
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
      const outcome = await addComment(db, testServices(), by, { ...comment, ...change });
      expect(outcome).toEqual({ ok: false, reason: 'not-found' });
    }
    expect(await db.select().from(fileComments)).toEqual([]);
  });

  test('marks a comment done once, with person and time', async () => {
    const { db, client, team, comment, projectId } = await openWithFile();
    await addComment(db, testServices(), client, comment);
    const done = { projectId, commentId: comment.id };
    expect(await markCommentDone(db, testServices(), team, done)).toEqual({ ok: true });
    expect(await markCommentDone(db, testServices(), client, done)).toEqual({ ok: true });
    const [row] = await db.select().from(fileComments);
    expect(row).toMatchObject({ doneAt: testNow, doneByName: team.name });
    expect(await db.select().from(activity).where(eq(activity.kind, 'comment-done'))).toHaveLength(1);
  });

  test('lets either side reopen a done comment, and records it in the history', async () => {
    const { db, client, team, comment, projectId } = await openWithFile();
    await addComment(db, testServices(), team, comment);
    const key = { projectId, commentId: comment.id };
    await markCommentDone(db, testServices(), team, key);
    for (let times = 0; times < 2; times += 1)
      expect(await reopenComment(db, testServices(), client, key)).toEqual({ ok: true });
    expect(await db.select().from(fileComments)).toMatchObject([{ doneAt: null, doneByName: null }]);
    expect(await db.select().from(activity).where(eq(activity.kind, 'comment-reopened'))).toHaveLength(1);
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const refused = await reopenComment(db, testServices(), stranger, key);
    expect(refused).toEqual({ ok: false, reason: 'not-found' });
  });

  test('rejects marking a comment of another client’s project done', async () => {
    const { db, client, comment, projectId } = await openWithFile();
    await addComment(db, testServices(), client, comment);
    const other = await makeTestProject(db);
    const attempts = [
      { by: other.client, projectId, commentId: comment.id },
      { by: other.client, projectId: other.projectId, commentId: comment.id },
      { by: client, projectId, commentId: uuidv7() },
      { by: client, projectId: 'x', commentId: comment.id },
    ];
    for (const { by, ...ids } of attempts)
      expect(await markCommentDone(db, testServices(), by, ids)).toEqual({ ok: false, reason: 'not-found' });
    expect((await db.select().from(fileComments))[0]?.doneAt).toBeNull();
  });
});

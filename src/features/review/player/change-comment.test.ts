import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { waitingFor } from '#src/features/notifications/panel/notifications.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import {
  makeColleague,
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { fileComments } from '#src/features/files/store/file.table.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { editComment, markCommentDone, addComment, replyToComment } from './comments.ts';
import { findRecording } from './find-recording.ts';

const services = testServices();

describeOnOneDatabase('a thread of comments', (open) => {
  async function openWithThread() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { client, projectId } = made;
    const { fileId } = await makeFile(db, made.team, projectId, { needsApproval: false });
    const threadId = uuidv7();
    const comment = {
      id: threadId,
      projectId,
      fileId,
      atMs: 5000,
      untilMs: 9000,
      content: 'Lower the gulls.',
    };
    expect(await addComment(db, services, client, comment)).toEqual({ ok: true });
    const reply = { id: uuidv7(), projectId, replyTo: threadId, content: 'By 4 dB?' };
    return { db, ...made, fileId, threadId, reply };
  }

  type Opened = Awaited<ReturnType<typeof openWithThread>>;
  const rowOf = async ({ db }: Opened, id: string) =>
    (await db.select().from(fileComments).where(eq(fileComments.id, id)))[0];
  const kindsOf = async ({ db }: Opened) =>
    (await db.select().from(clientEvents).orderBy(asc(clientEvents.seq))).map(({ kind }) => kind);
  const outboxOf = ({ db }: Opened, kind: string) => db.select().from(outbox).where(eq(outbox.kind, kind));

  test('replies appear below their comment, which counts as one open comment', async () => {
    const opened = await openWithThread();
    const { db, team, client, projectId, fileId, threadId, reply } = opened;
    expect(await replyToComment(db, services, team, reply)).toEqual({ ok: true });
    expect(await replyToComment(db, services, team, reply)).toEqual({ ok: true });
    const other = { ...reply, content: 'Otherwise' };
    expect(await replyToComment(db, services, team, other)).toEqual({ ok: false, reason: 'conflict' });
    const files = await listProjectFiles(db, projectId);
    expect(files[0]?.openComments).toBe(1);
    const recording = await findRecording(db, files, fileId);
    expect(recording?.comments).toMatchObject([
      { id: threadId, atMs: 5000, untilMs: 9000, replies: [{ id: reply.id, content: 'By 4 dB?' }] },
    ]);
    expect(await kindsOf(opened)).toContain('comment-replied');
    const [told] = await db.select().from(notifications);
    expect(told).toMatchObject({
      kind: 'reply-received',
      clientId: client.clientId,
      details: { at: '0:05.0' },
    });
  });

  test('rejects a reply to a reply, and replies from or to other clients', async () => {
    const { db, team, client, projectId, threadId, reply } = await openWithThread();
    await replyToComment(db, services, team, reply);
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const other = await makeTestProject(db);
    for (const [by, change] of [
      [team, { replyTo: reply.id }],
      [team, { replyTo: uuidv7() }],
      [team, { replyTo: 'x' }],
      [stranger, {}],
      [other.client, { projectId: other.projectId }],
    ] as const) {
      const outcome = await replyToComment(db, services, by, { ...reply, id: uuidv7(), ...change });
      expect(outcome).toEqual({ ok: false, reason: 'not-found' });
    }
    const done = await markCommentDone(db, services, client, { projectId, commentId: reply.id });
    expect(done).toEqual({ ok: false, reason: 'not-found' });
    expect(await markCommentDone(db, services, client, { projectId, commentId: threadId })).toEqual({
      ok: true,
    });
  });

  test('lets only the author edit a comment, and rejects an edit of an outdated version', async () => {
    const opened = await openWithThread();
    const { db, team, client, projectId, threadId } = opened;
    const edit = { projectId, commentId: threadId, version: 1, content: 'Lower the gulls by 4 dB.' };
    expect(await editComment(db, services, team, edit)).toEqual({ ok: false, reason: 'not-found' });
    await markCommentDone(db, services, team, edit);
    expect(await editComment(db, services, client, edit)).toEqual({ ok: true });
    // Sent twice.
    expect(await editComment(db, services, client, edit)).toEqual({ ok: true });
    const late = { ...edit, content: 'From another tab' };
    expect(await editComment(db, services, client, late)).toEqual({ ok: false, reason: 'stale' });
    const blank = { ...edit, version: 2, content: ' ' };
    expect(await editComment(db, services, client, blank)).toEqual({ ok: false, reason: 'blank' });
    expect(await rowOf(opened, threadId)).toMatchObject({
      content: edit.content,
      version: 2,
      editedAt: testNow,
      doneByName: team.name,
    });
    expect((await kindsOf(opened)).filter((kind) => kind === 'comment-edited')).toHaveLength(1);
  });

  test('emails a mentioned team member once, and nobody who cannot see the comment', async () => {
    const opened = await openWithThread();
    const { db, client, team, projectId, threadId, reply } = opened;
    const member = await makePerson(db, 'team', 'Mika Sund');
    await makePerson(db, 'client', 'Sable Okafor');
    const gone = await makePerson(db, 'team', 'Noor Lind');
    await db.update(people).set({ disabledAt: testNow }).where(eq(people.id, gone.id));
    await db.update(people).set({ lookedAt: testNow }).where(eq(people.id, client.id));
    const content = `@Mika Sund, @Mika and @Sable Okafor, @Noor Lind, @${client.name}`;
    await replyToComment(db, services, client, { ...reply, content });
    expect((await rowOf(opened, reply.id))?.mentions).toEqual([
      { id: member.id, name: 'Mika Sund' },
      { id: member.id, name: 'Mika' },
      { id: client.id, name: client.name },
    ]);
    const edit = { projectId, commentId: threadId, version: 1, content: '@Mika too' };
    await editComment(db, services, client, edit);
    expect(await outboxOf(opened, 'member-notice')).toMatchObject([
      { personId: member.id, clientId: client.clientId, topic: 'mentions' },
    ]);
    // The author is not notified of their own comment; the team is notified as before.
    expect(await db.select().from(notifications)).toEqual([]);
    expect(await outboxOf(opened, 'team-notice')).toHaveLength(1);
    await replyToComment(db, services, team, { ...reply, id: uuidv7(), content: `@${team.name}` });
    expect(await outboxOf(opened, 'member-notice')).toHaveLength(1);
  });

  test('notifies a mentioned person of the client, also when an edit adds the mention', async () => {
    const { db, client, team, projectId, reply } = await openWithThread();
    const colleague = await makeColleague(db, client.clientId, 'Sable Okafor');
    await replyToComment(db, services, team, { ...reply, content: `@${client.name}?` });
    const second = { ...reply, id: uuidv7() };
    await replyToComment(db, services, team, second);
    const edit = { projectId, commentId: second.id, version: 1, content: `@${client.name}!` };
    await editComment(db, services, team, edit);
    const waitingOf = async (person: typeof client) =>
      (
        await db
          .select()
          .from(notifications)
          .where(waitingFor(db, person))
          .orderBy(asc(notifications.madeAt), asc(notifications.id))
      ).map(({ kind }) => kind);
    expect(await waitingOf(client)).toEqual(['mention-received', 'reply-received', 'mention-received']);
    expect(await waitingOf(colleague)).toEqual(['reply-received', 'reply-received']);
  });
});

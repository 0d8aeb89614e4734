import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { findBoard } from '#src/features/projects/client-board.tsx';
import { boardFilterOf, listBoard } from '#src/features/projects/desk/project-board.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { changeApprovalNeed } from '../files.ts';
import {
  canApprove,
  canRequestChanges,
  listProjectFiles,
  listUnapprovedFiles,
} from '../list-project-files.ts';
import { roundsOf } from '../recording-versions.ts';
import { makeFile } from '../store/stored-bytes.fixture.ts';
import { changeRequests, files } from '../store/file.table.ts';
import { approveFile, requestChanges, supersedeOlder } from './approve-file.ts';

describeOnOneDatabase('requesting changes to a file', (open) => {
  async function openWithFile(options = {}) {
    const { db } = await open();
    const made = await makeTestProject(db);
    const file = await makeFile(db, made.team, made.projectId, options);
    const { client, projectId } = made;
    const request = (change = {}, by = client) =>
      requestChanges(db, testServices(), by, { projectId, ...file, content: 'Gulls quieter', ...change });
    const find = async () => (await listProjectFiles(db, projectId)).find(({ id }) => id === file.fileId);
    return { db, ...made, ...file, request, find };
  }

  test('ends the wait, settles the notification, notifies the team once, and keeps the sentence', async () => {
    const { db, client, fileId, sha256, request, find } = await openWithFile();
    expect(await find()).toMatchObject({ state: 'waiting', isWaiting: true });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => request()));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => ({ ok: true })));
    expect(await db.select().from(changeRequests)).toEqual([
      {
        id: expect.any(String),
        fileId,
        sha256,
        requestedBy: client.id,
        requestedByName: client.name,
        requestedAt: testNow,
        content: 'Gulls quieter',
        closedAt: null,
      },
    ]);
    expect(await find()).toMatchObject({
      state: 'changes-requested',
      isWaiting: false,
      requestedChanges: 'Gulls quieter',
    });
    expect(await listUnapprovedFiles(db, [fileId])).toEqual([]);
    expect(await db.select().from(notifications)).toMatchObject([{ clearedAt: testNow }]);
    expect(await db.select().from(activity).where(eq(activity.kind, 'changes-requested'))).toHaveLength(1);
    const emails = (await db.select().from(outbox)).filter(({ kind }) => kind === 'team-notice');
    expect(emails).toHaveLength(1);
  });

  test('is counted on both boards', async () => {
    const { db, client, projectId, fileId, sha256, request } = await openWithFile();
    const counts = async () => {
      const desk = (await listBoard(db, boardFilterOf(new URLSearchParams()))).flatMap(({ cards }) => cards);
      const portal = (await findBoard(db, client.clientId)).flatMap(({ projects }) => projects);
      return [...desk, ...portal].map(({ waitingFiles, filesToChange }) => [waitingFiles, filesToChange]);
    };
    expect(await counts()).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await request();
    expect(await counts()).toEqual([
      [0, 1],
      [0, 1],
    ]);
    await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    expect(await counts()).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('refuses another text, other bytes, other people, and files that need no decision', async () => {
    const { db, team, client, projectId, fileId, sha256, request } = await openWithFile();
    expect(await request({ sha256: '0'.repeat(64) })).toEqual({ ok: false, reason: 'other-bytes' });
    const outsider = await makePerson(db, 'client', 'Somebody else');
    expect(await request({}, outsider)).toEqual({ ok: false, reason: 'not-found' });
    for (const id of [uuidv7(), 'x'])
      expect(await request({ fileId: id })).toEqual({ ok: false, reason: 'not-found' });
    expect(await request()).toEqual({ ok: true });
    expect(await request({ content: 'Everything' })).toEqual({ ok: false, reason: 'conflict' });
    const free = await makeFile(db, team, projectId, { name: 'Notes.pdf', needsApproval: false });
    expect(await request(free)).toEqual({ ok: false, reason: 'not-needed' });
    await approveFile(db, testServices(), client, { projectId, fileId, sha256 });
    expect(await request()).toEqual({ ok: false, reason: 'not-needed' });
  });

  test('leaves the file approvable, and open again once the team asks again', async () => {
    const { db, team, client, projectId, fileId, sha256, request, find } = await openWithFile();
    await request();
    const key = { projectId, fileId, needsApproval: true };
    expect(await changeApprovalNeed(db, testServices(), team, key)).toEqual({ ok: true });
    expect(await find()).toMatchObject({ state: 'waiting', requestedChanges: null });
    expect(await listUnapprovedFiles(db, [fileId])).toEqual([fileId]);
    await request({ content: 'Now the whistle' });
    expect((await db.select().from(changeRequests)).map(({ content }) => content).toSorted()).toEqual([
      'Gulls quieter',
      'Now the whistle',
    ]);
    expect(await approveFile(db, testServices(), client, { projectId, fileId, sha256 })).toEqual({
      ok: true,
    });
    expect(await find()).toMatchObject({ state: 'approved' });
  });

  test('begins a revision round, and a newer version keeps the state of the older one', async () => {
    const { db, team, projectId, fileId, request, find } = await openWithFile();
    const rounds = async () =>
      roundsOf((await listProjectFiles(db, projectId)).toSorted((a, b) => a.version - b.version));
    expect(await rounds()).toBe(0);
    await request();
    expect(await rounds()).toBe(1);
    const newer = await makeFile(db, team, projectId, { name: 'Mix_v3.wav' });
    await db.update(files).set({ recordingId: fileId, version: 3 }).where(eq(files.id, newer.fileId));
    await db.transaction((tx) =>
      supersedeOlder(tx, testServices(), team, { projectId, fileId: newer.fileId, by: 'decision' }),
    );
    expect(await rounds()).toBe(1);
    const older = await find();
    expect(older).toMatchObject({ state: 'changes-requested', supersededBy: newer.fileId });
    expect(older && [canApprove(older), canRequestChanges(older)]).toEqual([false, false]);
    const kinds = (await db.select().from(activity)).map(({ kind }) => kind);
    expect(kinds).not.toContain('file-superseded');
    await request({ ...newer });
    expect(await rounds()).toBe(2);
  });
});

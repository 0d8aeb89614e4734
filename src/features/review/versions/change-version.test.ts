import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { carriedComments, files } from '#src/features/files/store/file.table.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { recordingsIn, roundsOf } from '#src/features/files/recording-versions.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { markCommentDone, addComment } from '../player/comments.ts';
import { randomUUID } from 'node:crypto';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { markVersion, placeVersion, reorderVersion } from './change-version.ts';

describeOnOneDatabase('a version', (open) => {
  async function openStudio() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId, team, client } = made;
    const services = testServices();
    const add = (name: string, needsApproval = true) =>
      makeFile(db, team, projectId, { name, needsApproval });
    const place = (fileId: string, recordingId: string | null) =>
      db.transaction((tx) => placeVersion(tx, services, team, { projectId, fileId, recordingId }));
    const approve = (file: { fileId: string; sha256: string }) =>
      approveFile(db, services, client, { projectId, ...file });
    const shown = async () =>
      recordingsIn(await listProjectFiles(db, projectId))
        .map(({ versions }) => versions.map(({ name, version }) => `${version} ${name}`))
        .toSorted((a, b) => a.join().localeCompare(b.join()));
    const comment = async (fileId: string, atMs = 1000) => {
      const id = randomUUID();
      const words = { id, projectId, fileId, atMs, content: 'Louder' };
      expect(await addComment(db, services, client, words)).toEqual({ ok: true });
      return id;
    };
    const carried = async (fileId: string) =>
      (await db.select().from(carriedComments).where(eq(carriedComments.fileId, fileId))).map(
        ({ commentId, atMs, isCut }) => ({ commentId, atMs, isCut }),
      );
    return { db, services, ...made, add, place, approve, shown, comment, carried };
  }

  test('an upload is a recording of its own, with a proposal that needs a decision', async () => {
    const { db, projectId, add, place, shown } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav');
    expect(await shown()).toEqual([['1 Mix_v1.wav'], ['2 Mix_v2.wav']]);
    const proposals = async () =>
      (await listProjectFiles(db, projectId)).flatMap(({ proposedFor }) => proposedFor ?? []);
    expect(await proposals()).toEqual([v1.fileId]);
    expect((await listProjectFiles(db, projectId)).every(({ isWaiting }) => isWaiting)).toBe(true);
    expect(await place(v2.fileId, v1.fileId)).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 Mix_v1.wav', '2 Mix_v2.wav']]);
    expect(await proposals()).toEqual([]);
    const take = await add('Another take.wav');
    expect(await place(take.fileId, v1.fileId)).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 Mix_v1.wav', '2 Mix_v2.wav', '3 Another take.wav']]);
  });

  test('announces a version once, to open pages and in the history', async () => {
    const { db, add, place } = await openStudio();
    const v1 = await add('Mix_v1.wav', false);
    const v2 = await add('Mix_v2.wav', false);
    for (const _ of ['once', 'again']) await place(v2.fileId, v1.fileId);
    const history = await db.select().from(activity).where(eq(activity.kind, 'version-set'));
    expect(history.map(({ details }) => details)).toMatchObject([
      { file: 'Mix_v2.wav', version: '2', recording: 'Mix' },
    ]);
    expect(await db.$count(clientEvents, eq(clientEvents.kind, 'version-set'))).toBe(1);
  });

  test('a declined file stays a recording of its own, and is not proposed again', async () => {
    const { db, projectId, add, place, shown } = await openStudio();
    await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav');
    expect(await place(v2.fileId, null)).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 Mix_v1.wav'], ['2 Mix_v2.wav']]);
    const all = await listProjectFiles(db, projectId);
    expect(all.map(({ proposedFor, isWaiting }) => [proposedFor, isWaiting])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  test('removing a version does not reopen the requests that it settled', async () => {
    const { db, projectId, add, place } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav');
    await place(v2.fileId, v1.fileId);
    await place(v2.fileId, null);
    const waiting = (await listProjectFiles(db, projectId)).filter(({ isWaiting }) => isWaiting);
    expect(waiting.map(({ name }) => name)).toEqual(['Mix_v2.wav']);
  });

  test('rejects moving or swapping an approved version, but accepts newer ones', async () => {
    const { db, services, team, projectId, add, place, approve, shown } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const other = await add('Other.wav');
    expect(await approve(v1)).toEqual({ ok: true });
    const locked = { ok: false, reason: 'approved' };
    expect(await place(v1.fileId, other.fileId)).toEqual(locked);
    expect(await place(other.fileId, v1.fileId)).toEqual({ ok: true });
    expect(await place(v1.fileId, null)).toEqual(locked);
    for (const [fileId, towards] of [
      [v1.fileId, 'newer'],
      [other.fileId, 'older'],
    ] as const)
      expect(await reorderVersion(db, services, team, { projectId, fileId, towards })).toEqual(locked);
    const label = { projectId, fileId: v1.fileId, mark: { stage: 'master' as const } };
    expect(await db.transaction((tx) => markVersion(tx, services, team, label))).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 Mix_v1.wav', '2 Other.wav']]);
  });

  test('swaps a version with its neighbour', async () => {
    const { db, services, team, projectId, add, place, shown } = await openStudio();
    const a = await add('A.wav');
    const b = await add('B.wav');
    await place(b.fileId, a.fileId);
    const move = (fileId: string, towards: 'newer' | 'older') =>
      reorderVersion(db, services, team, { projectId, fileId, towards });
    expect(await move(a.fileId, 'newer')).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 B.wav', '2 A.wav']]);
    expect(await move(a.fileId, 'newer')).toEqual({ ok: true });
    expect(await move(a.fileId, 'older')).toEqual({ ok: true });
    expect(await shown()).toEqual([['1 A.wav', '2 B.wav']]);
  });

  test('requests approval again if a version becomes newer than the one that replaced it', async () => {
    const { db, services, team, projectId, add, place } = await openStudio();
    const first = await add('Mix.wav');
    const second = await add('Mix.wav');
    await place(second.fileId, first.fileId);
    const waiting = async () =>
      (await listProjectFiles(db, projectId)).flatMap(({ id, isWaiting }) => (isWaiting ? [id] : []));
    expect(await waiting()).toEqual([second.fileId]);
    const older = { projectId, fileId: second.fileId, towards: 'older' as const };
    await reorderVersion(db, services, team, older);
    expect(await waiting()).toEqual([first.fileId]);
    await reorderVersion(db, services, team, { ...older, towards: 'newer' });
    expect(await waiting()).toEqual([second.fileId]);
  });

  test('pins one version per recording, and unpins it when it is moved', async () => {
    const { db, services, team, projectId, add, place } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav');
    await place(v2.fileId, v1.fileId);
    const pin = (fileId: string) =>
      db.transaction((tx) =>
        markVersion(tx, services, team, { projectId, fileId, mark: { isPinned: true } }),
      );
    const pinned = async () =>
      (await db.select().from(files).orderBy(asc(files.name))).map(({ isPinned }) => isPinned);
    await pin(v1.fileId);
    await pin(v2.fileId);
    expect(await pinned()).toEqual([false, true]);
    expect((await listProjectFiles(db, projectId))[0]?.id).toBe(v2.fileId);
    await place(v2.fileId, null);
    expect(await pinned()).toEqual([false, false]);
  });

  test('counts a revision round if approval was requested after another version’s', async () => {
    const { db, projectId, add, place } = await openStudio();
    const rounds = async () =>
      recordingsIn(await listProjectFiles(db, projectId)).map((one) => roundsOf(one.versions));
    const v1 = await add('Mix_v1.wav');
    expect(await rounds()).toEqual([0]);
    await place((await add('Mix_v2.wav')).fileId, v1.fileId);
    await place((await add('Mix_v3.wav', false)).fileId, v1.fileId);
    await place((await add('Mix_v4.wav')).fileId, v1.fileId);
    expect(await rounds()).toEqual([2]);
  });

  test('returns not-found for an unknown file or another project', async () => {
    const { db, add, place } = await openStudio();
    const elsewhere = await makeTestProject(db);
    const foreign = await makeFile(db, elsewhere.team, elsewhere.projectId, { name: 'Mix_v1.wav' });
    const { fileId } = await add('Mix_v2.wav');
    const missing = { ok: false, reason: 'not-found' };
    for (const recordingId of [foreign.fileId, randomUUID(), 'x'])
      expect(await place(fileId, recordingId)).toEqual(missing);
    expect(await place(foreign.fileId, fileId)).toEqual(missing);
    expect(await place('x', null)).toEqual(missing);
  });

  test('carries open comments over once, and returns them when the version is moved away', async () => {
    const { db, services, client, projectId, add, place, comment, carried } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const [waiting, done] = [await comment(v1.fileId, 2000), await comment(v1.fileId, 3000)];
    await markCommentDone(db, services, client, { projectId, commentId: done });
    const v2 = await add('Mix_v2.wav');
    for (const _ of ['once', 'again']) await place(v2.fileId, v1.fileId);
    expect(await carried(v2.fileId)).toEqual([{ commentId: waiting, atMs: 2000, isCut: false }]);
    const v3 = await add('Mix_v3.wav');
    await place(v3.fileId, v1.fileId);
    expect(await carried(v3.fileId)).toHaveLength(1);
    const count = async () => (await listProjectFiles(db, projectId)).map(({ openComments }) => openComments);
    expect(await count()).toEqual([1, 1, 1]);
    // A comment is shared by all versions that show it.
    await markCommentDone(db, services, client, { projectId, commentId: waiting });
    expect(await count()).toEqual([0, 0, 0]);
    await place(v2.fileId, null);
    expect([await carried(v2.fileId), await carried(v3.fileId)]).toMatchObject([
      [],
      [{ commentId: waiting }],
    ]);
    await place(v3.fileId, null);
    expect(await carried(v3.fileId)).toEqual([]);
    await place(v2.fileId, v1.fileId);
    expect(await carried(v2.fileId)).toEqual([]);
  });
});

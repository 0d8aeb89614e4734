import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { carriedComments, fileComments, files } from '#src/features/files/store/file.table.ts';
import { removeFile } from '#src/features/files/files.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addComment, replyToComment } from '../player/comments.ts';
import { findRecording } from '../player/find-recording.ts';
import { markVersion, placeVersion } from './change-version.ts';
import { restoreFiles } from './restore-file.ts';

async function openStudio(db: Db) {
  const { projectId, team, client } = await makeTestProject(db);
  const services = testServices();
  const add = async (name: string, of?: string) => {
    const { fileId } = await makeFile(db, team, projectId, { name, needsApproval: true });
    const place = { projectId, fileId, recordingId: of ?? null };
    await db.transaction((tx) => placeVersion(tx, services, team, place));
    return fileId;
  };
  const comment = async (fileId: string, atMs: number, replyTo?: string) => {
    const id = randomUUID();
    const made = { id, projectId, content: 'Louder' };
    const added = replyTo
      ? await replyToComment(db, services, client, { ...made, replyTo })
      : await addComment(db, services, client, { ...made, fileId, atMs });
    if (!added.ok) throw new Error(added.reason);
    return id;
  };
  return {
    projectId,
    team,
    services,
    add,
    comment,
    remove: (fileId: string) => removeFile({ ...services, db }, team, { projectId, fileId }),
    restore: (fileId: string) => restoreFiles(db, services, team, { projectId, fileId }),
    /** The comments on a version: moment, version that it was made on if that is another, replies. */
    shown: async (fileId: string) => {
      const found = await findRecording(db, await listProjectFiles(db, projectId), fileId);
      return found?.comments.map(({ atMs, carriedFrom, replies }) => [atMs, carriedFrom, replies.length]);
    },
    /** Every file with its version, and whether it waits for approval. */
    list: async () =>
      (await listProjectFiles(db, projectId))
        .map(({ name, version, isWaiting }) => `${name} ${version}${isWaiting ? ' waits' : ''}`)
        .toSorted(),
  };
}

describeOnEachDatabase('a removed file that is restored', (open) => {
  test('has its comments with replies, its version and its request for approval, and emails nobody', async () => {
    const { db } = await open();
    const { add, comment, remove, restore, shown, list, projectId } = await openStudio(db);
    const v1 = await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav', v1);
    await comment(v2, 1000, await comment(v2, 1000));
    const before = [await list(), await shown(v2), await db.$count(emailItems)];
    expect(before[0]).toEqual(['Mix_v1.wav 1', 'Mix_v2.wav 2 waits']);
    expect(await remove(v2)).toEqual({ ok: true });
    expect(await list()).toEqual(['Mix_v1.wav 1 waits']);
    expect(await restore(v2)).toEqual({ ok: true });
    expect([await list(), await shown(v2), await db.$count(emailItems)]).toEqual(before);
    expect(await restore(v2)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.select({ id: files.id }).from(files).where(eq(files.projectId, projectId))).toHaveLength(
      2,
    );
  });

  test('gets the comments back that stayed on a newer version meanwhile', async () => {
    const { db } = await open();
    const { add, comment, remove, restore, shown } = await openStudio(db);
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 1000, await comment(v1, 1000));
    const v2 = await add('Mix_v2.wav', v1);
    const v3 = await add('Mix_v3.wav', v1);
    const places = () => db.select().from(carriedComments).orderBy(carriedComments.fileId);
    const homes = () => db.select({ fileId: fileComments.fileId }).from(fileComments);
    const before = [await places(), await homes(), await shown(v1), await shown(v2), await shown(v3)];
    await remove(v1);
    expect([await shown(v2), await shown(v3)]).toEqual([[[1000, null, 1]], [[1000, 2, 1]]]);
    await restore(v1);
    expect([await places(), await homes(), await shown(v1), await shown(v2), await shown(v3)]).toEqual(
      before,
    );
  });

  test('keeps the comments of two versions that were removed one after the other', async () => {
    const { db } = await open();
    const { add, comment, remove, restore, shown } = await openStudio(db);
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 1000);
    const v2 = await add('Mix_v2.wav', v1);
    const v3 = await add('Mix_v3.wav', v1);
    await remove(v1);
    await remove(v2);
    expect(await shown(v3)).toEqual([[1000, null, 0]]);
    await restore('all');
    expect([await shown(v1), await shown(v2), await shown(v3)]).toEqual([
      [[1000, null, 0]],
      [[1000, 1, 0]],
      [[1000, 1, 0]],
    ]);
  });

  test('takes the next number and leaves the pin if another version has them by now', async () => {
    const { db } = await open();
    const { team, services, projectId, add, remove, restore, list } = await openStudio(db);
    const pin = (fileId: string) =>
      db.transaction((tx) =>
        markVersion(tx, services, team, { projectId, fileId, mark: { isPinned: true } }),
      );
    const v1 = await add('Mix_v1.wav');
    const v2 = await add('Mix_v2.wav', v1);
    await pin(v2);
    await remove(v2);
    const other = await add('Mix_v2.wav', v1);
    await pin(other);
    await restore(v2);
    expect(await list()).toEqual(['Mix_v1.wav 1', 'Mix_v2.wav 2', 'Mix_v2.wav 3 waits']);
    const pinned = await db.select({ id: files.id }).from(files).where(eq(files.isPinned, true));
    expect(pinned).toEqual([{ id: other }]);
  });
});

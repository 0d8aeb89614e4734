import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { approveFile, requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { makePerson, makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findFileJson } from './file-json.ts';
import { addComment, markCommentDone } from './player/comments.ts';

describeOnOneDatabase('a file as JSON', (open) => {
  test('has names, place, formats, state and comments, for its client and the team only', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const tenth = await makeFile(db, team, projectId, { name: '10 Salt.wav' });
    const second = await makeFile(db, team, projectId, { name: '2 Tide.wav' });
    const flac = await makeFile(db, team, projectId, { name: '10 Salt.flac', needsApproval: false });
    await db.update(files).set({ formatOf: tenth.fileId }).where(eq(files.id, flac.fileId));
    await db.update(files).set({ note: 'Louder end' }).where(eq(files.id, tenth.fileId));
    const comment = { projectId, fileId: tenth.fileId, content: 'Lower the gulls.' };
    const [moment, range] = [uuidv7(), uuidv7()];
    await addComment(db, testServices(), client, { ...comment, id: moment, atMs: 500, untilMs: null });
    await addComment(db, testServices(), client, { ...comment, id: range, atMs: 600, untilMs: 900 });
    await markCommentDone(db, testServices(), team, { projectId, commentId: moment });
    const read = (fileId = tenth.fileId, who: Parameters<typeof findFileJson>[1] = client) =>
      findFileJson(db, who, fileId);
    const remark = { text: 'Lower the gulls.', author: client.name, change: null };
    const expected = {
      id: tenth.fileId,
      name: '10 Salt.wav',
      note: 'Louder end',
      group: 'mixes',
      order: 2,
      version: 1,
      formats: [
        { sha256: flac.sha256, container: 'flac' },
        { sha256: tenth.sha256, container: 'wav' },
      ],
      state: 'Waiting for approval',
      comments: [
        { id: moment, startMs: 500, endMs: null, state: 'done', ...remark },
        { id: range, startMs: 600, endMs: 900, state: 'open', ...remark },
      ],
    };
    expect(await read()).toEqual(expected);
    expect(await read(tenth.fileId, team)).toEqual(expected);
    expect(await read(second.fileId)).toMatchObject({ order: 1, comments: [] });
    const { fileId, sha256 } = tenth;
    await requestChanges(db, testServices(), client, { projectId, fileId, sha256, content: 'Gulls' });
    expect(await read()).toMatchObject({ state: 'Changes requested' });
    const formats = [flac.sha256];
    await approveFile(db, testServices(), client, { projectId, fileId, sha256, formats });
    expect(await read()).toMatchObject({ state: 'Approved' });
    expect(await read(fileId, await makePerson(db, 'client', 'Somebody else'))).toBeNull();
    for (const id of [uuidv7(), 'x']) expect(await read(id)).toBeNull();
  });
});

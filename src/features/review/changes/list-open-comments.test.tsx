import { randomUUID } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { plantedDetail } from '#src/audio/alignment/change-detail.fixture.ts';
import { alignCarried } from '#src/features/files/comparisons/align-carried.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { isPair } from '#src/features/files/comparisons/sound-comparisons.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addComment, markCommentDone } from '../player/comments.ts';
import { placeVersion } from '../versions/change-version.ts';
import { listOpenComments } from './list-open-comments.ts';
import { OpenCommentsSummary } from './open-comments.tsx';

const lengthMs = 24_000;
const compared = {
  state: 'compared' as const,
  comparison: {
    rateHz: 1000,
    olderFrames: lengthMs,
    newerFrames: lengthMs,
    pieces: [{ olderAt: 0, newerAt: 0, frames: lengthMs }],
    isInverted: false,
    louderLu: 0,
    strip: { columnMs: 1000, bandsDb: [] },
  },
  detail: plantedDetail(lengthMs, { fromMs: 9000, toMs: 13_000, fromHz: 200, toHz: 800, db: -3 }),
};

describeOnOneDatabase('open comments of a project', (open) => {
  test('are counted before a file becomes a version, and after', async () => {
    const { db } = await open();
    const { projectId, team, client } = await makeTestProject(db);
    const services = testServices();
    const v1 = await makeFile(db, team, projectId, { name: 'Mix_v1.wav' });
    const comment = async (atMs: number, content: string) => {
      const id = randomUUID();
      await addComment(db, services, client, { id, projectId, fileId: v1.fileId, atMs, content });
      return id;
    };
    await comment(11_000, 'Less mud');
    await comment(3000, 'More reverb');
    const done = await comment(4000, 'Thanks');
    await markCommentDone(db, services, client, { projectId, commentId: done });
    const list = async () => {
      const all = await listOpenComments(db, projectId, await listProjectFiles(db, projectId));
      const page = renderToStaticMarkup(<OpenCommentsSummary all={all} path="/desk/projects/1" />);
      return { all, page };
    };
    expect((await list()).page).toBe('');
    const v2 = await makeFile(db, team, projectId, { name: 'Mix_v2.wav' });
    const before = await list();
    expect(before.all).toMatchObject([{ fileId: v2.fileId, version: null, shownOn: v1.fileId }]);
    expect(before.page).toContain('0 of 2 open comments are untouched, 2 not compared yet');
    const pair = { olderSha256: v1.sha256, newerSha256: v2.sha256 };
    await db.transaction(async (tx) => {
      // The upload has requested it.
      await tx.update(soundComparisons).set(compared).where(isPair(pair));
      await alignCarried(tx, services, pair);
    });
    const proposed = await list();
    expect(proposed.page).toContain('1 of 2 open comments are untouched');
    expect(proposed.page).toContain('More reverb');
    expect(proposed.page).not.toContain('Less mud');
    const key = { projectId, fileId: v2.fileId, recordingId: v1.fileId };
    await db.transaction((tx) => placeVersion(tx, services, team, key));
    const taken = await list();
    expect(taken.all).toMatchObject([{ fileId: v2.fileId, version: 2, shownOn: v2.fileId }]);
    expect(taken.page).toContain('1 of 2 open comments are untouched');
  });
});

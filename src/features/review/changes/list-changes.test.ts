import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { plantedDetail } from '#src/audio/alignment/change-detail.fixture.ts';
import { comparerVersion, type ChangeDetail } from '#src/audio/alignment/sound-comparison.ts';
import { alignCarried } from '#src/features/files/comparisons/align-carried.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import {
  isPair,
  requestComparing,
  requestOutdated,
} from '#src/features/files/comparisons/sound-comparisons.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { addComment, markCommentDone } from '../player/comments.ts';
import { placeVersion } from '../versions/change-version.ts';
import { findFileJson } from '../file-json.ts';
import { listChanges } from './list-changes.ts';

// Milliseconds are samples.
const lengthMs = 24_000;
const whole = {
  rateHz: 1000,
  olderFrames: lengthMs,
  newerFrames: lengthMs,
  pieces: [{ olderAt: 0, newerAt: 0, frames: lengthMs }],
  isInverted: false,
  louderLu: 0,
  strip: { columnMs: 1000, bandsDb: [] },
};
const cut = {
  ...whole,
  newerFrames: 18_000,
  pieces: [
    { olderAt: 0, newerAt: 0, frames: 8000 },
    { olderAt: 14_000, newerAt: 8000, frames: 10_000 },
  ],
};
const dip = { fromMs: 9000, toMs: 13_000, fromHz: 200, toHz: 800, db: -2.4 };
const quieter = plantedDetail(lengthMs, dip);
const undone = plantedDetail(lengthMs, { ...dip, db: 2.4 });
const louderEverywhere = plantedDetail(lengthMs, { ...dip, db: 0 }, 3);

describeOnOneDatabase('changes at the places of comments', (open) => {
  async function openStudio() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId, team, client } = made;
    const services = testServices();
    type File = { readonly fileId: string; readonly sha256: string };
    return {
      db,
      services,
      add: async (name: string, of?: File): Promise<File> => {
        const file = await makeFile(db, team, projectId, { name });
        const place = { projectId, fileId: file.fileId, recordingId: of?.fileId ?? null };
        await db.transaction((tx) => placeVersion(tx, services, team, place));
        return file;
      },
      comment: async ({ fileId }: File, atMs: number, untilMs: number | null = null) => {
        const id = randomUUID();
        const outcome = await addComment(db, services, client, {
          id,
          projectId,
          fileId,
          atMs,
          untilMs,
          content: 'Softer',
        });
        expect(outcome).toEqual({ ok: true });
        return id;
      },
      done: (commentId: string) => markCommentDone(db, services, client, { projectId, commentId }),
      compare: (older: File, newer: File, detail: ChangeDetail | null, comparison = whole) =>
        db.transaction(async (tx) => {
          const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
          await requestComparing(tx, services, older.sha256, newer.sha256);
          const found = detail
            ? ({ state: 'compared', comparison, detail } as const)
            : ({ state: 'uncompared', reason: 'too-long' } as const);
          await tx.update(soundComparisons).set(found).where(isPair(pair));
          await alignCarried(tx, services, pair);
        }),
      json: async (file: File, id: string) => {
        const found = await findFileJson(db, client, file.fileId);
        return found?.comments.find((each) => each.id === id)?.change;
      },
    };
  }

  test('say what changed, or that nothing did, once the versions are compared', async () => {
    const { db, add, comment, compare, json, done } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const [at, elsewhere, closed] = [
      await comment(v1, 10_000, 12_000),
      await comment(v1, 3000),
      await comment(v1, 4000),
    ];
    await done(closed);
    expect(await listChanges(db, v1.fileId)).toEqual([]);
    const v2 = await add('Mix_v2.wav', v1);
    const pending = { verdict: 'unknown', words: 'not compared yet', gainDb: null, bands: [] };
    expect(await json(v2, at)).toEqual(pending);
    await compare(v1, v2, quieter);
    const bands = [{ fromHz: 200, toHz: 800, gainDb: -2.4 }];
    const changed = {
      verdict: 'changed',
      words: '2.4 dB quieter at 200–800 Hz',
      gainDb: expect.any(Number),
      bands,
    };
    expect(await json(v2, at)).toEqual(changed);
    expect(await json(v2, elsewhere)).toEqual({
      verdict: 'unchanged',
      words: 'nothing changed here',
      gainDb: 0,
      bands: [],
    });
    // Also on the version that the comment was made on; done comments are not carried.
    expect(await json(v1, at)).toEqual(changed);
    expect(await json(v2, closed)).toBeUndefined();
  });

  test('cover all versions since the comment was made', async () => {
    const { db, add, comment, compare, json } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const [at, elsewhere] = [await comment(v1, 11_000), await comment(v1, 3000)];
    const v2 = await add('Mix_v2.wav', v1);
    const v3 = await add('Mix_v3.wav', v1);
    const v4 = await add('Mix_v4.wav', v1);
    await compare(v2, v3, louderEverywhere);
    expect(await json(v3, at)).toMatchObject({ words: 'not compared yet' });
    await compare(v1, v2, quieter);
    const since = '2.4 dB quieter at 200–800 Hz, the whole version is 3.0 dB louder';
    expect(await json(v3, at)).toMatchObject({ verdict: 'changed', words: since });
    const onlyLouder = 'nothing changed here, but the whole version is 3.0 dB louder';
    expect(await json(v3, elsewhere)).toMatchObject({ verdict: 'unchanged', words: onlyLouder, gainDb: 3 });
    await compare(v3, v4, undone);
    expect(await json(v4, at)).toMatchObject({ verdict: 'unchanged', words: onlyLouder });
    const changes = await listChanges(db, v1.fileId);
    expect(changes.find(({ commentId }) => commentId === at)).toMatchObject({
      before: { fileId: v1.fileId, version: 1, atMs: 11_000 },
      after: { fileId: v4.fileId, version: 4, atMs: 11_000, isCut: false },
    });
  });

  test('say that a passage was cut, or that versions cannot be compared', async () => {
    const { add, comment, compare, json } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const [gone, beside] = [await comment(v1, 11_000), await comment(v1, 7500)];
    const v2 = await add('Mix_v2.wav', v1);
    await compare(v1, v2, plantedDetail(18_000, { ...dip, db: 0 }), cut);
    expect(await json(v2, gone)).toMatchObject({
      verdict: 'changed',
      words: 'this passage was cut',
      gainDb: null,
    });
    expect(await json(v2, beside)).toMatchObject({ verdict: 'changed', words: '6.0 s were cut here' });
    const v3 = await add('Mix_v3.wav', v1);
    await compare(v2, v3, null);
    expect(await json(v3, beside)).toEqual({
      verdict: 'unknown',
      words: 'cannot be compared',
      gainDb: null,
      bands: [],
    });
    expect(await json(v3, gone)).toMatchObject({ words: 'this passage was cut' });
  });

  test('are made anew in the background after an upgrade', async () => {
    const { db, services, add, comment, compare } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 10_000);
    const v2 = await add('Mix_v2.wav', v1);
    await compare(v1, v2, quieter);
    const other = await add('Other.wav');
    await compare(v1, other, quieter);
    await db.update(soundComparisons).set({ comparer: comparerVersion - 1 });
    await requestOutdated({ ...services, db });
    const waiting = await db.select().from(soundComparisons).where(eq(soundComparisons.state, 'waiting'));
    expect(waiting).toMatchObject([{ newerSha256: v2.sha256, comparer: comparerVersion, comparison: whole }]);
  });
});

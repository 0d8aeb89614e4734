import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import sound from '#content/sound.yaml';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { isPair, requestComparing } from '#src/features/files/comparisons/sound-comparisons.ts';
import { files } from '#src/features/files/store/file.table.ts';
import { removeFile } from '#src/features/files/files.ts';
import { listProjectFiles } from '#src/features/files/list-project-files.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { findMarkers } from '#src/features/delivery/markers/find-markers.ts';
import { serveMarkers } from '#src/features/delivery/markers/serve-markers.ts';
import { addComment, markCommentDone } from '../player/comments.ts';
import { findRecording } from '../player/find-recording.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { alignCarried } from '#src/features/files/comparisons/align-carried.ts';
import { placeVersion } from './change-version.ts';

// Milliseconds are samples: the newer one starts 500 ms later, and 2 s to 3 s of the older one were cut.
const rateHz = 1000;
const lateWithACut = [
  { olderAt: 0, newerAt: 500, frames: 2000 },
  { olderAt: 3000, newerAt: 2500, frames: 21_000 },
];
const strip = { columnMs: 1000, bandsDb: [] };
const comparison = {
  rateHz,
  olderFrames: 24_000,
  newerFrames: 23_500,
  isInverted: false,
  louderLu: 0,
  strip,
};

describeOnOneDatabase('comments that are carried', (open) => {
  async function openStudio() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const { projectId, team, client } = made;
    const services = testServices();
    const add = async (name: string, of?: { fileId: string }) => {
      const file = await makeFile(db, team, projectId, { name });
      const place = { projectId, fileId: file.fileId, recordingId: of?.fileId ?? null };
      await db.transaction((tx) => placeVersion(tx, services, team, place));
      return file;
    };
    const comment = async ({ fileId }: { fileId: string }, atMs: number) => {
      const id = randomUUID();
      await addComment(db, services, client, { id, projectId, fileId, atMs, content: 'Louder' });
      return id;
    };
    const shown = async ({ fileId }: { fileId: string }) => {
      const found = await findRecording(db, await listProjectFiles(db, projectId), fileId);
      return found?.comments.map(({ atMs, isCut, isAligned, carriedFrom }) => [
        atMs,
        carriedFrom,
        isAligned ? (isCut ? 'cut' : 'there') : 'unchecked',
      ]);
    };
    type File = { sha256: string };
    const compared = { state: 'compared' as const, comparison: { ...comparison, pieces: lateWithACut } };
    const unlike = { state: 'uncompared' as const, reason: 'too-different' as const };
    const compare = (older: File, newer: File, isUnlike = false) =>
      db.transaction(async (tx) => {
        const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
        await requestComparing(tx, services, older.sha256, newer.sha256);
        await tx
          .update(soundComparisons)
          .set(isUnlike ? unlike : compared)
          .where(isPair(pair));
        await alignCarried(tx, services, pair);
      });
    return { db, services, ...made, add, comment, shown, compare };
  }

  test('carried comments keep their moment until the versions are compared, and then follow the passage', async () => {
    const { db, client, services, add, comment, shown, compare } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    for (const atMs of [1000, 2500, 10_000]) await comment(v1, atMs);
    const v2 = await add('Mix_v2.wav', v1);
    const v3 = await add('Mix_v3.wav', v1);
    expect(await shown(v2)).toEqual([
      [1000, 1, 'unchecked'],
      [2500, 1, 'unchecked'],
      [10_000, 1, 'unchecked'],
    ]);
    const firstMarker = async ({ fileId }: { fileId: string }) =>
      (await findMarkers(db, { of: undefined }, fileId))?.markers[0]?.text;
    expect(await firstMarker(v2)).toContain(fill(sound.markers.unchecked, { number: '1' }));
    for (const _ of ['once', 'again']) await compare(v1, v2);
    const aligned = [
      [1500, 1, 'there'],
      [2500, 1, 'cut'],
      [9500, 1, 'there'],
    ];
    expect(await shown(v2)).toEqual(aligned);
    const left = await findMarkers(db, { of: undefined }, v2.fileId);
    expect(left?.markers.map(({ atMs, text }) => [atMs, text])).toEqual([
      [1500, `${client.name}: Louder`],
      [9500, `${client.name}: Louder`],
    ]);
    const asked = {
      services: { ...services, db } as never,
      sight: { of: undefined },
      asker: '',
      isHead: false,
    };
    const list = await serveMarkers(asked, v2.fileId, 'md');
    expect(await list?.text()).toContain(fill(sound.markers.cut, { number: '1' }));
    // Comments carried on from there moved, too.
    expect(await shown(v3)).toEqual(aligned.map(([atMs, from]) => [atMs, from, 'unchecked']));
    expect(await shown(v1)).toEqual([
      [1000, null, 'there'],
      [2500, null, 'there'],
      [10_000, null, 'there'],
    ]);
  });

  test('carried comments are aligned at once if the versions were compared before', async () => {
    const { db, add, comment, shown, compare, team, projectId, services } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 1000);
    const v2 = await add('Mix_v2.wav');
    await compare(v1, v2);
    const place = { projectId, fileId: v2.fileId, recordingId: v1.fileId };
    await db.transaction((tx) => placeVersion(tx, services, team, place));
    expect(await shown(v2)).toEqual([[1500, 1, 'there']]);
  });

  test('carried comments skip a version that shares nothing with the others', async () => {
    const { db, add, comment, shown, compare } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 1000);
    const wrong = await add('Mix_v2.wav', v1);
    await comment(wrong, 4000);
    const worse = await add('Mix_v3.wav', v1);
    const v4 = await add('Mix_v4.wav', v1);
    for (const [older, newer] of [
      [v1, wrong],
      [wrong, worse],
      [worse, v4],
      [v1, worse],
      [wrong, v4],
    ] as const)
      await compare(older, newer, true);
    expect(await shown(v4)).toEqual([
      [1000, 1, 'unchecked'],
      [4000, 2, 'unchecked'],
    ]);
    const [asked] = await db
      .select({ state: soundComparisons.state })
      .from(soundComparisons)
      .where(isPair({ olderSha256: v1.sha256, newerSha256: v4.sha256 }));
    expect(asked).toEqual({ state: 'waiting' });
    await compare(v1, v4);
    expect(await shown(v4)).toEqual([
      [1500, 1, 'there'],
      [4000, 2, 'unchecked'],
    ]);
  });

  test('carried comments keep their moment, unchecked, if the newer version is shorter', async () => {
    const { db, add, comment, shown, team, projectId, services } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 20_000);
    const v2 = await add('Mix_v2.wav');
    await db.update(files).set({ durationMs: 10_000 }).where(eq(files.id, v2.fileId));
    const place = { projectId, fileId: v2.fileId, recordingId: v1.fileId };
    await db.transaction((tx) => placeVersion(tx, services, team, place));
    expect(await shown(v2)).toEqual([[20_000, 1, 'unchecked']]);
  });

  test('a carried comment is one with the original: done in both, with a marker in both', async () => {
    const { db, services, client, projectId, add, comment } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    const commentId = await comment(v1, 1000);
    const v2 = await add('Mix_v2.wav', v1);
    const markers = async () => [
      (await findMarkers(db, { of: undefined }, v1.fileId))?.markers.length,
      (await findMarkers(db, { of: undefined }, v2.fileId))?.markers.length,
    ];
    expect(await markers()).toEqual([1, 1]);
    await markCommentDone(db, services, client, { projectId, commentId });
    expect(await markers()).toEqual([0, 0]);
  });

  test('carried comments stay on the newer version when the older one is deleted', async () => {
    const { db, services, team, projectId, add, comment, shown } = await openStudio();
    const v1 = await add('Mix_v1.wav');
    await comment(v1, 1000);
    const v2 = await add('Mix_v2.wav', v1);
    const v3 = await add('Mix_v3.wav', v1);
    await removeFile({ ...services, db }, team, { projectId, fileId: v1.fileId });
    expect(await shown(v2)).toEqual([[1000, null, 'there']]);
    expect(await shown(v3)).toEqual([[1000, 2, 'unchecked']]);
  });
});

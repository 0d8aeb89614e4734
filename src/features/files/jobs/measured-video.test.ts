import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { files } from '../store/file.table.ts';
import { findRecording } from '#src/features/review/player/find-recording.ts';
import { listProjectFiles } from '../list-project-files.ts';
import { addComment } from '#src/features/review/player/comments.ts';
import { encodeVideo } from '#src/audio/encoded-sound.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

describeOnOneDatabase('the sound of an uploaded video', (open) => {
  test('keeps the length of its picture, so that all of it can be commented on', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const { services, client, projectId } = studio;
    const args = ['-c:a', 'pcm_s16le', '-f', 'mov'];
    const path = await encodeVideo(studio.dataDir, 'scene.mov', { pictureS: 5, startS: 0, args });
    const { fileId } = await studio.add({ path }, 'Scene.mov');
    await studio.measure();
    const [file] = await db.select().from(files).where(eq(files.id, fileId));
    expect(file).toMatchObject({ kind: 'video', durationMs: 5000 });
    const commentAt = (atMs: number) =>
      addComment(db, services, client, { id: uuidv7(), projectId, fileId, atMs, content: 'Fade to black.' });
    expect(await commentAt(4000)).toEqual({ ok: true });
    expect(await commentAt(6000)).toEqual({ ok: false, reason: 'beyond-end' });
  });

  test('may be missing: the picture then determines the length and the frames for comments', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const args = ['-an', '-f', 'mp4'];
    const path = await encodeVideo(studio.dataDir, 'silent.mp4', { pictureS: 5, startS: 0, args });
    const { fileId } = await studio.add({ path }, 'Picture lock.mp4');
    await studio.measure();
    const found = await findRecording(db, await listProjectFiles(db, studio.projectId), fileId);
    expect(found?.file).toMatchObject({ kind: 'video', durationMs: 5000 });
    expect(found?.measurement).toMatchObject({
      state: 'unmeasured',
      reason: 'no-sound',
      picture: { lengthS: 5, frameRate: 25 },
    });
  });
});

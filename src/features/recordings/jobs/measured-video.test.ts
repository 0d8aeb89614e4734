import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { files } from '#src/features/recordings/store/file.table.ts';
import { addComment } from '#src/features/recordings/review/comments.ts';
import { encodeVideo } from '#src/features/recordings/sound/encoded-sound.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

describeOnOneDatabase('the sound of an uploaded video', (open) => {
  test('leaves it as long as its picture, so that all of it can be commented on', async () => {
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
});

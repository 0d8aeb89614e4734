import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { deleteFile } from '../removed/delete-file.fixture.ts';
import { createFileFolder } from '../store/file-folder.ts';
import { findMeasurement } from '../measurements/sound-measurements.ts';
import { previewAudios } from '../measurements/preview-audio.table.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { testWave } from '#src/audio/encoded-sound.fixture.ts';
import { encodePreview } from '#src/audio/encode-preview.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { storePreview } from './make-preview.job.ts';
import { removeAbandonedRenditions } from './rendition-folder.ts';
import { makePreviewJob } from './make-preview.job.ts';
import { enqueuePreview, previewLease, requestPreview } from './request-preview.ts';
import { encodeLightOnce, makeSoundStudio } from './sound-studio.fixture.ts';

const lightJob = { queue: 'light-renditions', data: {} };

/** A studio with one measured recording. */
async function openStudio(db: Db, encode = encodeLightOnce) {
  const studio = await makeSoundStudio(db);
  const { services, dataDir } = studio;
  const { fileId, sha256 } = await studio.add({ bytes: testWave() });
  const making = makePreviewJob(services, studio.stopping.signal, encode);
  await studio.measure();
  return {
    ...studio,
    fileId,
    sha256,
    make: () => making.run({}, { id: '', attempt: 1 }),
    want: () => requestPreview(services, sha256),
    light: async () => (await findMeasurement(db, sha256))?.light ?? null,
    hasBytes: async () => {
      const key = (await findMeasurement(db, sha256))?.artefacts.light;
      const handle = key === undefined ? null : await createFileFolder(dataDir).open(key);
      await handle?.close();
      return handle !== null;
    },
  };
}

describeOnOneDatabase('the preview audio of a recording', (open) => {
  test('is made once, on first request, and open pages are notified', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.make();
    expect(await studio.light()).toBeNull();
    expect(studio.queued).not.toContainEqual(lightJob);
    await studio.want();
    await studio.want();
    expect(studio.queued.filter((job) => JSON.stringify(job) === JSON.stringify(lightJob))).toHaveLength(1);
    expect(await studio.light()).toEqual({ state: 'waiting', sizeBytes: null });
    expect(await studio.make()).toEqual({ ok: true });
    expect(await studio.light()).toEqual({ state: 'made', sizeBytes: expect.any(Number) });
    expect(await studio.hasBytes()).toBe(true);
    expect(await readdir(join(studio.dataDir, 'measuring'))).toEqual([]);
    const told = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'light-made'));
    expect(told).toHaveLength(1);
  });

  test('waits for measurements, and a finished measurement enqueues its job', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    await db.update(soundMeasurements).set({ state: 'waiting', measuredAt: null });
    studio.queued.length = 0;
    await studio.make();
    expect(await studio.light()).toMatchObject({ state: 'waiting' });
    expect(studio.queued).toEqual([]);
    // Work waiting for another attempt blocks nothing.
    const later = new Date(studio.services.clock.now().getTime() + 60_000);
    await db.update(soundMeasurements).set({ leasedUntil: later });
    await enqueuePreview(studio.services);
    expect(studio.queued).toEqual([lightJob]);
    studio.queued.length = 0;
    await db.update(soundMeasurements).set({ leasedUntil: null });
    await studio.measure();
    expect(studio.queued).toContainEqual(lightJob);
    await studio.make();
    expect(await studio.light()).toMatchObject({ state: 'made' });
  });

  test('does not wait for repeated measurements', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    await db.update(soundMeasurements).set({ state: 'waiting' });
    await studio.make();
    expect(await studio.light()).toMatchObject({ state: 'made' });
  });

  test('yields to new measurements, which does not count as an attempt', async () => {
    const { db } = await open();
    const studio = await openStudio(db, encodePreview);
    await studio.want();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let isEnded = false;
    const making = studio.make().finally(() => (isEnded = true));
    await vi.waitUntil(async () => (await studio.light())?.state === 'making', 60_000);
    await db.update(soundMeasurements).set({ state: 'waiting', measuredAt: null });
    await vi.waitUntil(() => {
      vi.advanceTimersByTime(1000);
      return isEnded;
    }, 60_000);
    expect(await making).toEqual({ ok: true });
    const [row] = await db.select().from(previewAudios);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('is removed with the last file with its bytes', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    await studio.make();
    await deleteFile(studio.services, studio.team, studio);
    expect(await db.$count(previewAudios)).toBe(0);
    expect(await readdir(join(studio.dataDir, 'files'))).toEqual([]);
  });

  test('is kept when the recording is measured again', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    await studio.make();
    await db.update(soundMeasurements).set({ state: 'waiting', measuredAt: null });
    await studio.measure();
    expect(await studio.hasBytes()).toBe(true);
    expect(await studio.light()).toMatchObject({ state: 'made' });
  });

  test('is restarted after its process died, without leftovers, and given up after three attempts', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    await previewLease.claim(db, studio.services.clock.now());
    const folder = join(studio.dataDir, 'measuring');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${studio.sha256}.light`), 'Opus');
    expect(await removeAbandonedRenditions(studio.services)).toBe(0);
    await studio.make();
    expect(await studio.light()).toMatchObject({ state: 'making' });
    studio.pass(91_000);
    expect(await removeAbandonedRenditions(studio.services)).toBe(1);
    await db.update(previewAudios).set({ attempts: 3 });
    await studio.make();
    expect(await studio.light()).toMatchObject({ state: 'failed' });
    expect(studio.log.error).toHaveBeenCalledOnce();
    // It is not requested again.
    await studio.want();
    expect(await studio.light()).toMatchObject({ state: 'failed' });
  });

  test('is restarted after a server stop, which does not count as an attempt', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    const at = studio.services.clock.now();
    const clock = vi.spyOn(studio.services.clock, 'now').mockReturnValueOnce(at);
    // Its second clock reading is the time of the claim.
    clock.mockImplementationOnce(() => {
      studio.stopping.abort(new Error('The server stops'));
      return at;
    });
    expect(await studio.make()).toMatchObject({ ok: false, permanent: false });
    const [row] = await db.select().from(previewAudios);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  // Linux has a device that is always full.
  test.skipIf(!existsSync('/dev/full'))('waits for disk space without a limit', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.want();
    const folder = join(studio.dataDir, 'measuring');
    await symlink('/dev/full', join(folder, `${studio.sha256}.light`));
    const reason = expect.stringContaining('ENOSPC') as string;
    expect(await studio.make()).toEqual({ ok: false, permanent: false, reason });
    expect((await db.select().from(previewAudios))[0]).toMatchObject({ state: 'waiting', attempts: 0 });
    studio.pass(61_000);
    expect(await studio.make()).toEqual({ ok: true });
    expect(await studio.light()).toMatchObject({ state: 'made' });
  });

  test('is not made of an unmeasured file', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await requestPreview(studio.services, 'f'.repeat(64));
    await db.update(soundMeasurements).set({ measures: null });
    await studio.want();
    expect(await db.$count(previewAudios)).toBe(0);
  });

  test('is not stored if the file was removed in the meantime', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    const { sha256, services } = studio;
    await studio.want();
    await previewLease.claim(db, services.clock.now());
    await deleteFile(services, studio.team, studio);
    const made = { storageKey: 'a'.repeat(32), sizeBytes: 1 };
    expect(await storePreview(db, sha256, made, services.clock.now())).toBe(false);
    expect(await db.$count(soundMeasurements)).toBe(0);
  });
});

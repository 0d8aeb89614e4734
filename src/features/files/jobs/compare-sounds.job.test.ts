import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { compareFiles } from '#src/audio/alignment/compare-files.ts';
import type { compareSounds } from '#src/audio/alignment/compare-sounds.ts';
import { musicOf } from '#src/audio/alignment/music.fixture.ts';
import { findComparison, requestComparing } from '../comparisons/sound-comparisons.ts';
import { soundComparisons } from '../comparisons/sound-comparison.table.ts';
import { deleteFile } from '../removed/delete-file.fixture.ts';
import { waveFileOf } from '../wave-file.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobRequest } from '#src/platform/jobs/queue-worker.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';
import { compareSoundsJob } from './compare-sounds.job.ts';

const rateHz = 16_000;
const music = musicOf(12, 1, rateHz);
const versionOf = (lateMs: number, gain: number) => {
  const late = (lateMs * rateHz) / 1000;
  const sample = (frame: number) => gain * (music[frame - late] ?? 0);
  return { bytes: waveFileOf({ rateHz, frames: music.length + late, sample }) };
};
const [first, second] = [versionOf(0, 0.5), versionOf(250, 1)];

/** Runs in this thread; the tests of `alignment` cover the worker. */
const compareHere: typeof compareSounds = (task, { onProgress }) =>
  compareFiles(task, ({ percent }) => onProgress(percent));

async function openStudio(db: Db) {
  const studio = await makeSoundStudio(db);
  const { services, stopping } = studio;
  const comparing = compareSoundsJob(services, stopping.signal, compareHere);
  const v1 = await studio.add(first, 'mix v1.wav');
  const v2 = await studio.add(second, 'mix v2.wav');
  const pair = { olderSha256: v1.sha256, newerSha256: v2.sha256 };
  return {
    ...studio,
    v1,
    v2,
    compare: () => comparing.run({}, { id: '', attempt: 1 }),
    ask: () => db.transaction((tx) => requestComparing(tx, services, v1.sha256, v2.sha256)),
    found: () => findComparison(db, pair),
  };
}

describeOnOneDatabase('two versions of a recording', (open) => {
  test('are compared once both are measured, once for the same bytes, and open pages are notified', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.ask();
    await studio.ask();
    const asked = { queue: 'sound-comparing', data: {} };
    expect(studio.queued.filter((job) => (job as JobRequest).queue === asked.queue)).toEqual([asked]);
    await studio.measure();
    expect(await studio.compare()).toEqual({ ok: true });
    expect(await studio.found()).toMatchObject({ state: 'waiting' });
    studio.queued.length = 0;
    await studio.measure();
    expect(studio.queued).toContainEqual(asked);
    expect(await studio.compare()).toEqual({ ok: true });
    const found = await studio.found();
    expect(found).toMatchObject({ state: 'compared', percent: 100, reason: null });
    expect(found?.comparison?.pieces).toEqual([{ olderAt: 0, newerAt: 4000, frames: 192_000 }]);
    const matchedBy = (found?.comparison?.louderLu ?? 0) - 20 * Math.log10(2);
    expect(Math.abs(matchedBy)).toBeLessThanOrEqual(0.1);
    const told = await db.select().from(clientEvents).where(eq(clientEvents.kind, 'versions-compared'));
    expect(told).toHaveLength(1);
    await studio.ask();
    expect(await studio.found()).toMatchObject({ state: 'compared' });
  });

  test('lose their comparison when either is removed', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.ask();
    const key = { projectId: studio.projectId, fileId: studio.v1.fileId };
    expect(await deleteFile(studio.services, studio.team, key)).toEqual({ ok: true });
    expect(await db.$count(soundComparisons)).toBe(0);
    // A removed recording is not requested.
    await studio.ask();
    expect(await db.$count(soundComparisons)).toBe(0);
  });

  test('are not compared if one could not be measured, with a reason', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await db.execute(`update sound_measurements set state = 'unmeasured', reason = 'unreadable'`);
    await studio.ask();
    await studio.compare();
    expect(await studio.found()).toMatchObject({ state: 'uncompared', reason: 'unmeasured' });
  });

  test('wait again after a server stop, are given up after three attempts, and compared again by a newer comparer', async () => {
    const { db } = await open();
    const studio = await openStudio(db);
    await studio.ask();
    await db.execute(`update sound_measurements set state = 'unmeasured', reason = 'unreadable'`);
    await db.update(soundComparisons).set({ state: 'comparing', attempts: 3, leasedUntil: new Date(0) });
    await studio.compare();
    expect(await studio.found()).toMatchObject({ state: 'uncompared', reason: 'failed' });
    expect(studio.log.error).toHaveBeenCalledOnce();
    await db.update(soundComparisons).set({ comparer: 0 });
    await studio.ask();
    expect(await studio.found()).toMatchObject({ state: 'waiting' });
    studio.stopping.abort(new Error('The server stops'));
    expect(await studio.compare()).toEqual({ ok: true });
    expect(await studio.found()).toMatchObject({ state: 'waiting' });
  });
});

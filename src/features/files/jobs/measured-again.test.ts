import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { compareFiles } from '#src/audio/alignment/compare-files.ts';
import { musicOf } from '#src/audio/alignment/music.fixture.ts';
import { compareSoundsJob } from './compare-sounds.job.ts';
import { findComparison, requestComparing } from '../comparisons/sound-comparisons.ts';
import { waveFileOf } from '../wave-file.fixture.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

const rateHz = 16_000;
const music = musicOf(12, 1, rateHz);
const versionOf = (gain: number) => ({
  bytes: waveFileOf({ rateHz, frames: music.length, sample: (frame) => gain * (music[frame] ?? 0) }),
});

describeOnOneDatabase('recordings that are measured again', (open) => {
  test('are compared in the meantime, and again if the length changes', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const { services, stopping } = studio;
    const [older, newer] = [
      await studio.add(versionOf(0.5), 'v1.wav'),
      await studio.add(versionOf(1), 'v2.wav'),
    ];
    const job = compareSoundsJob(services, stopping.signal, (task) => compareFiles(task, () => undefined));
    const compare = () => job.run({}, { id: '', attempt: 1 });
    const pair = { olderSha256: older.sha256, newerSha256: newer.sha256 };
    const found = () => findComparison(db, pair);
    await db.transaction((tx) => requestComparing(tx, services, pair.olderSha256, pair.newerSha256));
    await studio.measure();
    await studio.measure();
    await db.update(soundMeasurements).set({ state: 'waiting' });
    await compare();
    expect(await found()).toMatchObject({ state: 'compared' });
    await studio.measure();
    expect(await found()).toMatchObject({ state: 'compared' });
    await db.execute(sql`update sound_measurements
      set measures = jsonb_set(measures::jsonb, '{frames}', '1')::json where state = 'waiting'`);
    await studio.measure();
    // The previous result is shown until there is a newer one.
    expect(await found()).toMatchObject({ state: 'waiting', comparison: expect.anything() });
    await compare();
    expect(await found()).toMatchObject({ state: 'compared' });
  });
});

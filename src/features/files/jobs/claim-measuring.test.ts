import { expect, test } from 'vitest';
import { findMeasurement, measuringLease } from '../measurements/sound-measurements.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { testWave } from '#src/audio/encoded-sound.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { measureSoundJob } from './measure-sound.job.ts';
import { requestUnmeasured } from './sound-work.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

describeOnOneDatabase('a recording that waits to be measured', (open) => {
  test('is measured first if it is new, before results of older analysers', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const old = await studio.add({ bytes: testWave() });
    const broken = await studio.add({ bytes: testWave().subarray(0, 20) }, 'broken.wav');
    for (const _ of [old, broken]) await studio.measure();
    await db.update(soundMeasurements).set({ analyser: 0 });
    await requestUnmeasured(studio.services);
    studio.pass(1000);
    const fresh = await studio.add({ bytes: testWave().fill(0, 200, 400) }, 'fresh.wav');
    expect(await findMeasurement(db, fresh.sha256)).toMatchObject({ state: 'waiting', before: 0 });
    await studio.measure();
    const stateOf = async ({ sha256 }: { sha256: string }) => (await findMeasurement(db, sha256))?.state;
    expect(await Promise.all([fresh, old, broken].map(stateOf))).toEqual(['measured', 'waiting', 'waiting']);
    for (const _ of [old, broken]) await studio.measure();
    expect(await Promise.all([old, broken].map(stateOf))).toEqual(['measured', 'unmeasured']);
  });

  test('has its own queue position among simultaneous requests', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    for (const at of [200, 300, 400]) await studio.add({ bytes: testWave().fill(0, at, at + 100) });
    const placeOf = async ({ sha256 }: { sha256: string }) =>
      [sha256, (await findMeasurement(db, sha256))?.before] as const;
    const places = await Promise.all((await db.select().from(soundMeasurements)).map(placeOf));
    expect(new Set(places.map(([, place]) => place))).toEqual(new Set([0, 1, 2]));
    const [first] = places.find(([, place]) => place === 0) ?? [];
    expect(await measuringLease.claim(db, studio.services.clock.now())).toEqual({ sha256: first });
  });

  test('is restarted if its thread hangs, and given up after three attempts', async () => {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    const job = measureSoundJob(studio.services, studio.stopping.signal, () =>
      Promise.reject(new Error('It said nothing for too long')),
    );
    for (const attempts of [1, 2, 3]) {
      expect(await job.run({}, { id: '', attempt: 1 })).toMatchObject({ ok: false, permanent: false });
      expect((await db.select().from(soundMeasurements))[0]).toMatchObject({ state: 'waiting', attempts });
      studio.pass(61_000);
    }
    await job.run({}, { id: '', attempt: 1 });
    expect(await findMeasurement(db, sha256)).toMatchObject({ state: 'unmeasured', reason: 'failed' });
  });
});

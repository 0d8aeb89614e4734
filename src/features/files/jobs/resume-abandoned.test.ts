import { expect, test } from 'vitest';
import { measuringLease, measuringQueue } from '../measurements/sound-measurements.ts';
import { testWave } from '#src/audio/encoded-sound.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { leaseMs } from '#src/platform/jobs/leased-work.ts';
import { endLeases, resumeAbandoned } from './sound-work.ts';
import { makeSoundStudio } from './sound-studio.fixture.ts';

describeOnOneDatabase('what a process was measuring when it died', (open) => {
  async function dieWhileMeasuring() {
    const { db } = await open();
    const studio = await makeSoundStudio(db);
    const { sha256 } = await studio.add({ bytes: testWave() });
    const claim = () => measuringLease.claim(db, studio.services.clock.now());
    expect(await claim()).toEqual({ sha256 });
    studio.queued.length = 0;
    return { ...studio, sha256, claim };
  }

  test('restarts once its lease expired, not before', async () => {
    const { services, queued, pass, claim, sha256 } = await dieWhileMeasuring();
    pass(leaseMs - 1);
    await resumeAbandoned(services);
    expect(queued).toEqual([]);
    pass(1);
    await resumeAbandoned(services);
    expect(queued).toEqual([{ queue: measuringQueue, data: {} }]);
    expect(await claim()).toEqual({ sha256 });
  });

  test('restarts immediately when the only process starts', async () => {
    const { services, claim, sha256 } = await dieWhileMeasuring();
    expect(await claim()).toBe(null);
    await endLeases(services);
    expect(await claim()).toEqual({ sha256 });
  });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { files } from '../store/file.table.ts';
import { makeFile } from '../store/stored-bytes.fixture.ts';
import { findMeasurement, forgetMeasurements } from '../measurements/sound-measurements.ts';
import { soundMeasurements } from '../measurements/sound-measurement.table.ts';
import { analyserVersion } from '#src/audio/sound-measures.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { storeMeasures } from './measure-sound.job.ts';

describeOnEachDatabase('the result of a measurement', (open) => {
  test('waits for the removal of its file, delays nothing else, and is then discarded', async () => {
    const database = await open();
    const { db } = database;
    const { team, client, projectId } = await makeTestProject(db);
    const { fileId, sha256 } = await makeFile(db, team, projectId);
    await db.update(soundMeasurements).set({ state: 'measuring' });
    const outcome = { kind: 'unmeasured', reason: 'unreadable' } as const;
    // Started while the removal holds the client's lock; its artefacts are then unused.
    const keeping = await db.transaction(async (tx) => {
      await lockClient(tx, client.clientId);
      const begun = storeMeasures(
        db,
        sha256,
        { outcome, artefacts: { rendition: 'new', peaks: 'newer' } },
        new Date(),
      );
      await untilWaiting(database);
      await tx.delete(files).where(eq(files.id, fileId));
      await forgetMeasurements(tx, [sha256]);
      return { begun };
    });
    expect(await keeping.begun).toEqual(['new', 'newer']);
    expect(await db.$count(soundMeasurements)).toBe(0);
  });

  test('updates the queue position of waiting files, including those beyond the next twenty', async () => {
    const { db } = await open();
    const { team, projectId } = await makeTestProject(db);
    const { sha256 } = await makeFile(db, team, projectId);
    const before = new Date('2026-01-01');
    await db.update(soundMeasurements).set({ state: 'measuring', askedAt: before });
    const far = await makeTestProject(db);
    const last = await makeFile(db, far.team, far.projectId, { name: 'Last in line.wav' });
    const inFront = Array.from({ length: 30 }, (_, index) => ({
      sha256: String(index).padStart(64, '0'),
      state: 'waiting' as const,
      analyser: analyserVersion,
      askedAt: before,
    }));
    await db.insert(soundMeasurements).values(inFront);
    const placeOf = async () => (await findMeasurement(db, last.sha256))?.before;
    expect(await placeOf()).toBe(31);
    const outcome = { kind: 'unmeasured', reason: 'unreadable' } as const;
    await storeMeasures(db, sha256, { outcome, artefacts: {} }, new Date());
    expect(await placeOf()).toBe(30);
    const told = await db.select().from(clientEvents).where(eq(clientEvents.projectId, far.projectId));
    expect(told.map(({ kind }) => kind)).toContain('file-measured');
  });
});

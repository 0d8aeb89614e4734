import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockClient } from '#src/features/accounts/people/lock-client.ts';
import { makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { files } from '#src/features/recordings/files/file.table.ts';
import { makeFile } from '#src/features/recordings/files/stored-bytes.fixture.ts';
import { forgetMeasurements } from '#src/features/recordings/measurements/forget-measurements.ts';
import { soundMeasurements } from '#src/features/recordings/measurements/sound-measurement.table.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { untilWaiting } from '#src/platform/database/until-waiting.fixture.ts';
import { keepMeasures } from './keep-measures.ts';

describeOnEachDatabase('what was measured', (open) => {
  test('waits for whoever removes the file meanwhile, holds up nobody, and is then wanted no more', async () => {
    const database = await open();
    const { db } = database;
    const { team, client, projectId } = await makeTestProject(db);
    const { fileId, sha256 } = await makeFile(db, team, projectId);
    await db.update(soundMeasurements).set({ state: 'measuring' });
    const outcome = { kind: 'unmeasured', reason: 'unreadable' } as const;
    // Begun while the removal holds the client; what it returns is nobody's any more.
    const keeping = await db.transaction(async (tx) => {
      await lockClient(tx, client.clientId);
      const begun = keepMeasures(
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
});

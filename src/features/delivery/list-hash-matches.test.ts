import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  makePerson,
  makeTestProject,
  testNow,
  testServices,
} from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { reviewActions } from '#src/features/review/player/review-actions.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { listHashMatches } from './find-report.ts';
import { findReportToApprove } from './find-delivery.ts';
import { measuresOf } from './measures.fixture.ts';

describeOnOneDatabase('a look-up of a SHA-256', (open) => {
  async function openWithSheet() {
    const { db } = await open();
    const made = await makeTestProject(db);
    const file = await makeFile(db, made.team, made.projectId);
    const measured = { sha256: file.sha256, analyser: 3, askedAt: testNow, measuredAt: testNow };
    const row = { ...measured, state: 'measured' as const, measures: measuresOf() };
    // The upload requested it.
    const target = soundMeasurements.sha256;
    await db.insert(soundMeasurements).values(row).onConflictDoUpdate({ target, set: row });
    const sheet = await findReportToApprove(db, file.fileId);
    if (!sheet) throw new Error('It was measured');
    const seen = {
      projectId: made.projectId,
      ...file,
      sheet: { sha256: sheet.sha256, find: findReportToApprove },
    };
    const approve = () => approveFile(db, testServices(), made.client, seen);
    return { db, ...made, ...file, sheet, approve };
  }

  test('finds an approved file and its exact report, even after the file was measured again', async () => {
    const { db, client, team, sha256, sheet, approve } = await openWithSheet();
    expect(await approve()).toEqual({ ok: true });
    await db.update(soundMeasurements).set({ measures: measuresOf({ integrated: -12 }) });
    for (const person of [client, team])
      for (const hash of [sha256, sheet.sha256, sheet.sha256.toUpperCase()])
        expect(await listHashMatches(db, person, hash)).toMatchObject([
          { approvedAt: testNow, sheetSha256: sheet.sha256, sheet: sheet.text },
        ]);
    const [found] = await listHashMatches(db, client, sheet.sha256);
    const text = found?.sheet;
    expect(
      createHash('sha256')
        .update(text ?? '')
        .digest('hex'),
    ).toBe(sheet.sha256);
    expect(JSON.parse(text ?? '')).toMatchObject({ sha256, measures: { integrated: -23 } });
  });

  test('finds no approved report of a file approved before it was measured', async () => {
    const { db, client, projectId, fileId, sha256, sheet } = await openWithSheet();
    const services = { ...testServices(), db } as unknown as Services;
    const session = { id: client.id, person: client, isComplete: true, isRecent: true };
    const approve = (seen: string) =>
      reviewActions['approve-file']({
        services,
        session,
        entries: { fileId, sha256, sheet: seen },
        params: { id: projectId },
      });
    expect(await approve('0'.repeat(64))).toMatchObject({ status: 409 });
    // The page was opened during the measurement.
    expect(await approve('')).toMatchObject({ ok: true });
    expect(await listHashMatches(db, client, sha256)).toMatchObject([{ approvedAt: testNow, sheet: null }]);
    expect(await listHashMatches(db, client, sheet.sha256)).toEqual([]);
  });

  test("reports an unapproved file, and finds nothing by its report's hash", async () => {
    const { db, client, sha256, sheet } = await openWithSheet();
    expect(await listHashMatches(db, client, sha256)).toMatchObject([{ approvedAt: null }]);
    expect(await listHashMatches(db, client, sheet.sha256)).toEqual([]);
  });

  test('finds nothing for another client, and nothing for text that is not a hash', async () => {
    const { db, client, sha256, sheet, approve } = await openWithSheet();
    await approve();
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    for (const hash of [sha256, sheet.sha256]) {
      expect(await listHashMatches(db, stranger, hash)).toEqual([]);
    }
    for (const hash of [undefined, '', 'x', sha256.slice(1), `${sha256}0`, '%', 'g'.repeat(64)])
      expect(await listHashMatches(db, client, hash)).toEqual([]);
  });
});

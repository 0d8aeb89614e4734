import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { projects } from '#src/features/projects/project.table.ts';
import { makePerson, makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findReport } from './find-report.ts';
import { deliveryQuery, deliveryVerdict, findDelivery, totalOf } from './find-delivery.ts';

const address = (query = '') => new URL(`https://studio.example/delivery${query}`);

describeOnOneDatabase('the report of a delivery', (open) => {
  test("contains the project's recordings, those in the URL, or the approved ones", async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const { fileId } = await makeFile(db, team, projectId);
    await db.update(projects).set({ deliverySpecification: 'ebu-r128' }).where(eq(projects.id, projectId));
    const filesOf = async (query: string) =>
      (await findDelivery(db, client, projectId, address(query)))?.parts.map(({ report }) => report.file.id);
    expect(await filesOf('')).toEqual([fileId]);
    expect(await filesOf(`?file=${fileId}`)).toEqual([fileId]);
    expect(await filesOf('?file=other')).toEqual([]);
    expect(await filesOf('?of=approved')).toEqual([]);
    const found = await findDelivery(db, team, projectId, address());
    expect(found?.specification?.key).toBe('ebu-r128');
    expect(totalOf(found?.parts ?? [])).toMatchObject({ files: 1, measured: 0, seconds: 0 });
    expect(deliveryQuery(address('?of=approved'), found?.specification ?? null)).toBe(
      '?of=approved&check=ebu-r128',
    );
  });

  test('contains masters and mixes by default, and everything on request', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    for (const name of ['Song_v1.wav', 'Song master.wav', 'Drum stem.wav'])
      await makeFile(db, team, projectId, { name });
    const namesOf = async (query: string) =>
      (await findDelivery(db, client, projectId, address(query)))?.parts.map(
        ({ report }) => report.file.name,
      );
    expect(await namesOf('')).toEqual(['Song master.wav', 'Song_v1.wav']);
    expect(await namesOf('?of=unknown')).toEqual(await namesOf(''));
    expect((await namesOf('?of=all'))?.toSorted()).toEqual([
      'Drum stem.wav',
      'Song master.wav',
      'Song_v1.wav',
    ]);
    const found = await findDelivery(db, client, projectId, address());
    expect(found?.choices.map(({ label, isChosen }) => [label, isChosen])).toEqual([
      ['Drum stem.wav', false],
      ['Song master.wav', true],
      ['Song_v1.wav', true],
    ]);
    expect(found && deliveryVerdict(found)).toMatchObject({ verdict: 'unknown' });
  });

  test('is not found by another client', async () => {
    const { db } = await open();
    const { client, team, projectId } = await makeTestProject(db);
    const stranger = await makePerson(db, 'client', 'Sable Okafor');
    const { fileId } = await makeFile(db, team, projectId);
    expect((await findReport(db, client, fileId))?.file.id).toBe(fileId);
    expect(await findReport(db, stranger, fileId)).toBeNull();
    for (const id of [projectId, undefined, 'x', "' or true --"])
      expect(await findDelivery(db, stranger, id, address())).toBeNull();
  });
});

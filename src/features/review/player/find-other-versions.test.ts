import { expect, test } from 'vitest';
import { soundComparisons } from '#src/features/files/comparisons/sound-comparison.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { measuresOf } from '#src/features/delivery/measures.fixture.ts';
import { testNow } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { findOtherVersions } from './find-recording.ts';

const soundOf = (id: string) => ({ id, sha256: id.repeat(64) });
const versions = ['a', 'b', 'c', 'd'].map(soundOf);

/** Returns a comparison of two versions with the same content, the newer one `ms` later. */
const laterBy = (olderId: string, newerId: string, ms: number, louderLu: number | null = 0) => ({
  olderSha256: soundOf(olderId).sha256,
  newerSha256: soundOf(newerId).sha256,
  state: 'compared' as const,
  comparer: 1,
  askedAt: testNow,
  comparison: {
    rateHz: 1000,
    olderFrames: 9000,
    newerFrames: 9000 + ms,
    pieces: [{ olderAt: 0, newerAt: ms, frames: 9000 }],
    isInverted: false,
    louderLu,
    strip: { columnMs: 1000, bandsDb: [] },
  },
});

describeOnOneDatabase('the moments of a recording', (open) => {
  test('prefers direct comparisons to chains of comparisons', async () => {
    const { db } = await open();
    const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
    await db.insert(soundMeasurements).values(versions.map(({ sha256 }) => ({ sha256, ...measured })));
    await db
      .insert(soundComparisons)
      .values([
        laterBy('b', 'c', 10),
        laterBy('c', 'd', 20),
        laterBy('a', 'b', 1),
        laterBy('b', 'd', 2),
        laterBy('a', 'd', 3),
        laterBy('a', 'c', 4),
      ]);
    const found = await findOtherVersions(db, soundOf('b'), versions);
    expect(found).toEqual(
      new Map([
        ['a', { places: [[1, 0, 9000]], louderLu: 0 }],
        ['c', { places: [[0, 10, 9000]], louderLu: 0 }],
        ['d', { places: [[0, 2, 9000]], louderLu: 0 }],
      ]),
    );
  });

  test('aligns versions through the version between them', async () => {
    const { db } = await open();
    const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
    await db.insert(soundMeasurements).values(versions.map(({ sha256 }) => ({ sha256, ...measured })));
    await db.insert(soundComparisons).values([laterBy('a', 'b', 1, 3), laterBy('b', 'c', 10, -1)]);
    expect(await findOtherVersions(db, soundOf('a'), versions)).toEqual(
      new Map([
        ['b', { places: [[0, 1, 9000]], louderLu: 3 }],
        ['c', { places: [[0, 11, 8999]], louderLu: 2 }],
        ['d', { places: null, louderLu: null }],
      ]),
    );
    expect((await findOtherVersions(db, soundOf('c'), versions)).get('a')).toEqual({
      places: [[11, 0, 8999]],
      louderLu: -2,
    });
  });

  test('does not chain through recordings that are not versions', async () => {
    const { db } = await open();
    const others = [...versions, soundOf('e')];
    const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
    await db.insert(soundMeasurements).values(others.map(({ sha256 }) => ({ sha256, ...measured })));
    // One is older than both versions, the other newer.
    await db
      .insert(soundComparisons)
      .values([laterBy('d', 'a', 1), laterBy('d', 'b', 1), laterBy('a', 'e', 1), laterBy('b', 'e', 1)]);
    const two = [soundOf('a'), soundOf('b')];
    const unknown = { places: null, louderLu: null };
    expect(await findOtherVersions(db, soundOf('a'), two)).toEqual(new Map([['b', unknown]]));
  });

  test('adds up the loudness differences along a chain', async () => {
    const { db } = await open();
    const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
    await db.insert(soundMeasurements).values(versions.map(({ sha256 }) => ({ sha256, ...measured })));
    await db.insert(soundComparisons).values([laterBy('a', 'b', 0, 3), laterBy('b', 'c', 0, null)]);
    const found = await findOtherVersions(db, soundOf('a'), versions);
    expect([...found].map(([id, { louderLu }]) => [id, louderLu])).toEqual([
      ['b', 3],
      ['c', null],
      ['d', null],
    ]);
  });

  test('falls back to integrated loudness if there is no comparison, unless one version is silent', async () => {
    const { db } = await open();
    const measured = { state: 'measured', analyser: 1, askedAt: testNow } as const;
    const lufs = [-20, -26, null, -14];
    await db.insert(soundMeasurements).values(
      versions.map(({ sha256 }, at) => ({
        sha256,
        ...measured,
        measures: measuresOf({ integrated: lufs[at] ?? null }),
      })),
    );
    await db.insert(soundComparisons).values([laterBy('a', 'd', 0, 5)]);
    const found = await findOtherVersions(db, soundOf('a'), versions);
    expect([...found].map(([id, { louderLu }]) => [id, louderLu])).toEqual([
      ['b', -6],
      ['c', null],
      ['d', 5],
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeTestProject, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addFile } from '#src/features/files/files.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { listKept, type StoreKind } from '#src/features/files/store/file-stores.fixture.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import type { Database } from '#src/platform/database/database.ts';
import {
  describeOnEachDatabase,
  describeOnOneDatabase,
  type OpenTestDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import type { LogFields } from '#src/platform/log.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import {
  checkForUnnamed,
  checksBeforeRemoval,
  unnamedFilesCheckOf,
  unnamedFilesJob,
} from './unnamed-files.job.ts';

const bytes = Buffer.from('sound');

async function makeStudio(database: Database, kind: StoreKind) {
  const objects = kind === 'bucket' ? await startObjectStore() : null;
  const config = { dataDir: makeTestFolder(), bucket: objects?.address ?? null };
  const store = fileStoreOf(config);
  await store.prepare();
  const { team, projectId } = await makeTestProject(database.db);
  const lines: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields) => void lines.push([event, fields]);
  const log = { info: note, warn: note, error: note };
  const keep = async () => (await store.store({ bytes }, 'mix.wav')).storageKey;
  /** Keeps a file and the row that names it. */
  const addNamed = async () => {
    const stored = await store.store({ bytes }, 'mix.wav');
    const file = { projectId, name: `${randomUUID()}.wav`, needsApproval: false, stored };
    await database.db.transaction((tx) => addFile(tx, testServices(), team, file));
    return stored.storageKey;
  };
  const check = async (times: number, files: FileStore = store) => {
    for (let n = 0; n < times; n += 1) await checkForUnnamed({ database, files, log, check: randomUUID() });
  };
  /** Repeats the check of one day, as after a crash. */
  const checkAgain = async (times: number) => {
    const { run } = unnamedFilesJob({ database, files: store, log });
    const id = randomUUID();
    for (let attempt = 1; attempt <= times; attempt += 1) await run({}, { id, attempt });
  };
  return {
    store,
    keep,
    addNamed,
    check,
    checkAgain,
    lines,
    kept: async () => (await listKept(config)).toSorted(),
  };
}

/** Whatever keeps the files and the rows. */
const inAnyStore =
  (kind: StoreKind) =>
  (open: OpenTestDatabase): void => {
    test('are removed once thirty checks in a row have found them, and nothing else is', async () => {
      const { keep, addNamed, check, kept, lines } = await makeStudio(await open(), kind);
      const named = [await addNamed(), await addNamed()];
      const left = await keep();
      await check(checksBeforeRemoval);
      expect(await kept()).toEqual([...named, left].toSorted());
      await check(1);
      expect(await kept()).toEqual(named.toSorted());
      expect(lines.findLast(([event]) => event.startsWith('looked'))?.[1]).toMatchObject({
        kept: 3,
        unnamed: 1,
        removed: 1,
      });
    });

    test('stay where a row names them meanwhile, or between two checks of the store', async () => {
      const { store, addNamed, check, kept } = await makeStudio(await open(), kind);
      const named = [await addNamed()];
      // A row comes while the store is listed.
      const listing: FileStore = {
        ...store,
        async *list() {
          yield* store.list();
          const key = await addNamed();
          named.push(key);
          yield key;
        },
      };
      const adding = Array.from({ length: 5 }, addNamed);
      await Promise.all([check(3, listing), ...adding]);
      named.push(...(await Promise.all(adding)));
      await check(checksBeforeRemoval + 2);
      expect(await kept()).toEqual(named.toSorted());
    });
  };

describeOnEachDatabase('files in a folder that no row names', inAnyStore('folder'));
describeOnOneDatabase('files in a bucket that no row names', inAnyStore('bucket'));

describeOnOneDatabase('files that no row names', (open) => {
  test('are counted from zero after a check has found a row, as after restoring a newer backup', async () => {
    const database = await open();
    const { addNamed, check, kept, store } = await makeStudio(database, 'folder');
    const named = [await addNamed(), await addNamed()];
    // Another database: it names as many files, and none of these.
    const others = ['a', 'b', 'c'].map((key) => ({ key, sha256: null }));
    const away = { ...database, withMigrationSession: async () => others as never };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    for (let n = 0; n < checksBeforeRemoval; n += 1)
      await checkForUnnamed({ database: away, files: store, log, check: randomUUID() });
    await check(1);
    await checkForUnnamed({ database: away, files: store, log, check: randomUUID() });
    expect(await kept()).toEqual(named.toSorted());
  });

  test('are counted once a day, even if a check is repeated', async () => {
    const { keep, addNamed, check, checkAgain, kept } = await makeStudio(await open(), 'folder');
    const all = [await addNamed(), await addNamed(), await keep()].toSorted();
    await checkAgain(checksBeforeRemoval + 2);
    expect(await kept()).toEqual(all);
    await check(checksBeforeRemoval - 1);
    expect(await kept()).toEqual(all);
    await check(1);
    expect(await kept()).toHaveLength(2);
  });

  test.each([
    ['that was cut off', '{"look":"a","coun'],
    ['of another program', '["never"]'],
    ['with counts that are none', (key: string) => JSON.stringify({ look: '', counts: { [key]: '9' } })],
    ['of an earlier form', (key: string) => JSON.stringify({ [key]: '9' })],
  ])('are counted anew after a stored count %s', async (_name, note) => {
    const { store, keep, addNamed, check, kept } = await makeStudio(await open(), 'folder');
    await addNamed();
    const left = await keep();
    await store.writeNote(typeof note === 'string' ? note : note(left));
    await check(checksBeforeRemoval);
    expect(await kept()).toContain(left);
  });

  test('are kept, with a warning, if they are more than the files with a row', async () => {
    const { keep, check, kept, lines } = await makeStudio(await open(), 'folder');
    const left = await keep();
    await check(checksBeforeRemoval + 2);
    expect(await kept()).toEqual([left]);
    expect(lines.map(([event]) => event)).toContain('more files are unnamed than named: none is removed');
  });
});

test('there is one check a day, however often it is requested', () => {
  const [morning, evening, next] = [
    '2026-11-23T01:00:00Z',
    '2026-11-23T23:00:00Z',
    '2026-11-24T01:00:00Z',
  ].map((time) => unnamedFilesCheckOf(new Date(time)).id);
  expect([morning === evening, morning === next]).toEqual([true, false]);
});

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileFolder } from '#src/features/files/store/file-folder.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import type { FileStore } from '#src/features/files/store/stored-bytes.ts';
import { listKept } from '#src/features/files/store/file-stores.fixture.ts';
import { startObjectStore } from '#src/platform/bucket/bucket.fixture.ts';
import { readAndClose } from '#src/platform/readable-file.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import type { NamedFile } from './list-stored-files.ts';
import { moveFiles, openJournal } from './move-files.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A folder with files, an empty bucket, and what moves between them. */
async function makeMove(count: number) {
  const dataDir = makeTestFolder();
  const [folder, { address }] = [createFileFolder(dataDir), await startObjectStore()];
  const place = { dataDir, bucket: address };
  const bucket = fileStoreOf(place);
  const files: NamedFile[] = [];
  for (let index = 0; index < count; index += 1) {
    const { storageKey: key, sha256 } = await folder.store({ bytes: Buffer.alloc(1000 + index, index) }, 'x');
    files.push({ key, sha256: index % 2 === 0 ? sha256 : null });
  }
  const journal = join(dataDir, 'journal');
  const run = (from: FileStore, to: FileStore, named = files) =>
    moveFiles({
      from,
      to,
      files: named,
      journal: openJournal(`${journal}-${to === bucket}`),
      requireRoom: () => undefined,
      say: () => undefined,
    });
  return { dataDir, folder, bucket, files, run, place, journal: `${journal}-true` };
}

const keysOf = (files: readonly { readonly key: string }[]) => files.map(({ key }) => key).toSorted();

test('moves every file to the other store and back, and keeps the originals', async () => {
  const { folder, bucket, files, run, place } = await makeMove(9);
  expect(await run(folder, bucket)).toMatchObject({ moved: 9, already: 0, missing: [], damaged: [] });
  expect((await listKept(place)).toSorted()).toEqual(keysOf(files));
  const elsewhere = createFileFolder(makeTestFolder());
  expect(await run(bucket, elsewhere)).toMatchObject({ moved: 9 });
  for (const { key } of files) {
    const [one, other] = [await folder.open(key), await elsewhere.open(key)];
    expect(one && other && sha256Of(await readAndClose(one)) === sha256Of(await readAndClose(other))).toBe(
      true,
    );
  }
});

test('continues an interrupted run without copying files again', async () => {
  const { folder, bucket, files, run, journal } = await makeMove(9);
  let sent = 0;
  const dying: FileStore = {
    ...bucket,
    put: async (key, pieces) => {
      sent += 1;
      if (sent > 5) throw new Error('killed');
      return bucket.put(key, pieces);
    },
  };
  // The other store's journal is that of the bucket: it is the same place.
  const first = moveFiles({
    from: folder,
    to: dying,
    files,
    journal: openJournal(journal),
    requireRoom: () => undefined,
    say: () => undefined,
  });
  await expect(first).rejects.toThrow('killed');
  // As a kill leaves it in the middle of a line.
  writeFileSync(journal, `${[...openJournal(journal).keys].join('\n')}\n0123`);
  expect(await run(folder, bucket)).toMatchObject({ moved: 4, already: 5 });
  expect(await run(folder, bucket)).toMatchObject({ moved: 0, already: 9 });
});

test('a second run copies added files and removes deleted ones', async () => {
  const { folder, bucket, files, run, place } = await makeMove(3);
  await run(folder, bucket);
  const { storageKey: key, sha256 } = await folder.store({ bytes: Buffer.from('new') }, 'x');
  const named = [...files.slice(1), { key, sha256 }];
  await folder.remove(files[0]?.key ?? '');
  expect(await run(folder, bucket, named)).toMatchObject({ moved: 1, already: 2, removed: 1 });
  expect((await listKept(place)).toSorted()).toEqual(keysOf(named));
});

test('a database that is not the one of these files has none of them removed', async () => {
  const { folder, bucket, files, run, place } = await makeMove(3);
  await run(folder, bucket);
  // An older copy of the database, of which nothing was erased.
  expect(await run(folder, bucket, files.slice(2))).toMatchObject({ moved: 0, already: 1, removed: 0 });
  for (const { key } of files) await folder.remove(key);
  // The originals were removed once they had arrived: what is missing there says nothing.
  expect(await run(folder, bucket, files.slice(2))).toMatchObject({ already: 1, removed: 0 });
  await folder.store({ bytes: Buffer.from('another') }, 'x');
  expect(await run(folder, bucket, [])).toMatchObject({ removed: 0 });
  expect((await listKept(place)).toSorted()).toEqual(keysOf(files));
});

test('reports missing and changed files, and fails on corrupted copies', async () => {
  const { dataDir, folder, bucket, files, run } = await makeMove(3);
  await folder.remove(files[1]?.key ?? '');
  writeFileSync(join(dataDir, 'files', files[0]?.key ?? ''), 'something else');
  const { missing, damaged, moved } = await run(folder, bucket);
  expect([moved, missing, damaged]).toEqual([2, [files[1]?.key], [files[0]?.key]]);
  const altering: FileStore = {
    ...bucket,
    put: (at) =>
      bucket.put(
        at,
        (async function* () {
          yield Buffer.from('altered');
        })(),
      ),
  };
  const { storageKey } = await folder.store({ bytes: Buffer.from('new') }, 'x');
  await expect(run(folder, altering, [{ key: storageKey, sha256: null }])).rejects.toThrow(
    'did not arrive as it was sent',
  );
  expect(await bucket.sizeOf(storageKey)).toBeNull();
});

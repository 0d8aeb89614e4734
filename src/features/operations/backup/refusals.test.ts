import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#src/platform/database/database.ts';
import { lockDataDir } from '#src/platform/database/open-embedded.ts';
import {
  migrationsDirectory,
  openInMemory,
  openTestDatabase,
} from '#src/platform/database/test-database.fixture.ts';
import { fileStoreOf } from '#src/features/files/store/file-store.ts';
import { testNow } from '#src/features/projects/test-project.fixture.ts';
import { processName } from '#src/platform/process-name.ts';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import {
  engines,
  everyRow,
  makePlace,
  makeStudioInMemory,
  makeStudioOn,
  openPlace,
  quickest,
  restoreTo,
  takeBackup,
  type Engine,
} from './backup-studio.fixture.ts';
import { BackupRefusal } from './archive-format.ts';
import { linesOfChanges, changedSettings, requireSameInstallation } from './restore-place.ts';
import { moveDatabase } from './move-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { requireNewFile, requireRoomFor, writeArchive } from './write-archive.ts';

const nobody = new AbortController().signal;

async function makeArchive(engine: Engine) {
  const studio = await makeStudioOn(engine);
  const { archive } = await takeBackup(studio.place, studio.database);
  return { archive, studio };
}

const archives = new Map<Engine, ReturnType<typeof makeArchive>>();

/** A studio's archive and the offsets of its parts. Created once; the studio exists for the test that created it. */
async function archiveOf(engine: Engine) {
  const made = archives.get(engine) ?? makeArchive(engine);
  archives.set(engine, made);
  const { archive, studio } = await made;
  const at = (text: string) => {
    const found = archive.indexOf(text);
    expect(found, text).toBeGreaterThan(0);
    return found;
  };
  return { archive, at, storageKey: studio.recording.storageKey };
}

/** Returns the bytes with one of them changed. */
function changed(archive: Buffer, at: number): Buffer {
  const copy = Buffer.from(archive);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Archives that are refused before the database is opened, after rows were stored, at a file, and at the end. */
const onEachEngine = ['nothing', 'a letter of a row', 'a byte of a file', 'cut off within its manifest'];

describe.each(engines)('an archive that is restored on the %s engine', (engine) => {
  test('is refused when it is cut off or altered, and nothing of it stays', async () => {
    const { archive, at, storageKey } = await archiveOf(engine);
    const file = at(`files/${storageKey}`);
    const manifest = at('manifest.json');
    const faulty: Record<string, Buffer> = {
      'without its end': archive.subarray(0, manifest),
      'cut off within a file': archive.subarray(0, file + 5000),
      'cut off within its manifest': archive.subarray(0, manifest + 600),
      'a letter of a row': changed(archive, at('Tidewater, reel 3')),
      'a byte of a file': changed(archive, file + 200_000),
      'the name of a file': changed(archive, file + 10),
      'the size of a file': changed(archive, file + 134),
      'a count': changed(archive, archive.indexOf('"public.people": ', manifest) + 17),
      'a hash': changed(archive, archive.indexOf('"sha256": "', manifest) + 15),
      'something behind it': Buffer.concat([archive, Buffer.from('more')]),
      'another file': Buffer.from('PK\u0003\u0004'.repeat(1000)),
      nothing: Buffer.alloc(0),
    };
    const place = await makePlace(engine, 'nothing');
    // One database for all of them: a refused archive leaves it empty, or the next one would be refused for that.
    const shared = engine === 'embedded' ? await openInMemory('empty') : null;
    onTestFinished(async () => shared?.close());
    const inMemory = shared ? async () => ({ ...shared, close: async () => undefined }) : undefined;
    // What an engine has to take back is of few kinds.
    const kinds = engine === quickest ? Object.keys(faulty) : onEachEngine;
    for (const what of kinds) {
      const bytes = faulty[what] ?? archive;
      await expect.soft(restoreTo(place, bytes, inMemory), what).rejects.toThrow(/archive|backup|rows/);
      expect.soft(await readdir(place.dataDir), what).toEqual(['database.lock']);
    }
    // The installation is still empty.
    await restoreTo(place, archive);
  });
});

test('refuses an installation that is not empty, and says what to do', async () => {
  const { archive } = await archiveOf('embedded');
  const used = await makePlace('embedded', 'nothing');
  await mkdir(join(used.dataDir, 'database'));
  await expect(restoreTo(used, archive)).rejects.toThrow(
    /There is an installation in .* move the folder away/,
  );
  for (const name of ['files', 'uploads']) {
    const place = await makePlace('embedded', 'nothing');
    await mkdir(join(place.dataDir, name));
    await writeFile(join(place.dataDir, name, 'one'), '');
    await expect(restoreTo(place, archive)).rejects.toThrow('move the folder away');
    expect(await readdir(place.dataDir)).toEqual(['database.lock', name]);
  }
});

test('a restore is refused at once while another one or a server runs, and replaces one that was cut off', async () => {
  const { archive } = await archiveOf('embedded');
  const place = await makePlace('embedded', 'nothing');
  const lock = await lockDataDir(place.dataDir);
  await expect(restoreTo(place, archive)).rejects.toThrow(/A server runs in .*, or another restore/);
  lock.release();
  await mkdir(join(place.dataDir, 'restore.part', 'files'), { recursive: true });
  await restoreTo(place, archive);
  expect((await readdir(place.dataDir)).toSorted()).toEqual(['database', 'database.lock', 'files']);
});

describe.skipIf(!engines.includes('server'))('a PostgreSQL database', () => {
  test('with tables is refused by a restore and a move, and remains unchanged', async () => {
    const { archive } = await archiveOf('embedded');
    const used = await makePlace('server', 'migrated');
    await expect(restoreTo(used, archive)).rejects.toThrow('A restore needs an empty one');
    expect(await readdir(used.dataDir)).toEqual(['database.lock']);
    const [from, to] = [await openTestDatabase(), await openPlace(used)];
    await expect(moveDatabase(from, to, migrationsDirectory)).rejects.toThrow('needs an empty one');
    expect((await everyRow(to)).rows['public.people']).toEqual([]);
  });

  test('a target whose commit stores nothing makes the move fail', async () => {
    const studio = await makeStudioInMemory();
    const to = await openPlace(await makePlace('server', 'nothing'));
    const forgetful: Pick<Database, 'withMigrationSession'> = {
      withMigrationSession: (run) =>
        to.withMigrationSession((session) =>
          run((text, values) => session(text === 'commit' ? 'rollback' : text, values)),
        ),
    };
    await expect(moveDatabase(studio.database, forgetful, migrationsDirectory)).rejects.toThrow(
      'has not kept',
    );
  });

  test('takes over every row of the embedded one, and its sessions', async () => {
    const studio = await makeStudioInMemory();
    const to = await openPlace(await makePlace('server', 'nothing'));
    const before = await everyRow(studio.database);
    const counts = await moveDatabase(studio.database, to, migrationsDirectory);
    expect(await everyRow(to)).toEqual(before);
    expect(await everyRow(studio.database), 'the original').toEqual(before);
    expect(counts.get('public.sessions')).toBe(1);
    const signedIn = await to.withMigrationSession((run) => run('select token_hash from sessions'));
    expect(signedIn).toEqual([{ token_hash: 'of a token' }]);
  });
});

test('a database without an installation, and an archive of a newer version, are refused', async () => {
  const empty = await openPlace(await makePlace(quickest, 'nothing'));
  await expect(takeBackup({ dataDir: makeTestFolder() }, empty)).rejects.toThrow('There is no installation');
  const { archive, at } = await archiveOf('embedded');
  const newer = Buffer.from(archive);
  newer.write('9999_', at('0001_baseline.sql'));
  const restoring = restoreTo(await makePlace('embedded', 'nothing'), newer);
  await expect(restoring).rejects.toThrow('newer than this program');
});

test('an archive is readable by its owner only, any tar opens it, and it gets its name only once it is whole', async () => {
  const folder = makeTestFolder();
  const file = join(folder, 'studio.tar');
  const studio = await makeStudioInMemory();
  await takeBackup(studio.place, studio.database, (stream) => writeArchive(file, stream, nobody));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['studio.tar']);
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
  expect([names[0], names.at(-1)]).toEqual(['antinode-backup.json', 'manifest.json']);
  expect(names).toContain('database/public.people/000001.jsonl');
  await expect(requireNewFile(file, testNow)).rejects.toThrow('it stays as it is');
  await expect(requireRoomFor(file, 1e18)).rejects.toThrow('there are');
  const cutOff = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('a beginning'));
      controller.error(new Error('the disk is gone'));
    },
  });
  await expect(writeArchive(join(folder, 'other.tar'), cutOff, nobody)).rejects.toThrow('the disk is gone');
  expect(await readdir(folder)).toEqual(['studio.tar']);
});

test('what a backup has left that was cut off is removed by the next one to that name, and one that is under way is not', async () => {
  const folder = makeTestFolder();
  const file = join(folder, 'studio.tar');
  const partsOf = async () => (await readdir(folder)).toSorted();
  const make = (writer: string) => writeFile(`${file}.${writer}.part`, '');
  await writeFile(join(folder, 'studio.tar-other.1.part'), '');
  // No process has so high a number; an earlier one had that of this.
  await make(processName(4194305));
  await make(processName());
  await requireNewFile(file, new Date());
  expect(await partsOf()).toEqual(['studio.tar-other.1.part']);
  await make(processName(process.ppid));
  await expect(requireNewFile(file, new Date())).rejects.toThrow('another backup is under way');
  expect(await partsOf()).toHaveLength(2);
});

test('a large archive that is refused at its start leaves nothing', async () => {
  const { archive } = await archiveOf('embedded');
  const file = join(makeTestFolder(), 'studio.tar');
  await writeFile(file, Buffer.concat([archive.subarray(0, 60_000), Buffer.alloc(40_000_000, 1)]));
  const place = await makePlace('embedded', 'nothing');
  const source = createReadStream(file);
  const refuse = () => {
    throw new BackupRefusal('Not here');
  };
  const store = fileStoreOf(place);
  const into = { dataDir: place.dataDir, store, draft: join(place.dataDir, 'draft'), migrationsDirectory };
  const openTarget = () => Promise.reject(new Error('It was opened'));
  await expect(restoreBackup(source, { ...into, accept: refuse, openTarget })).rejects.toThrow('Not here');
  await finished(source).catch(() => undefined);
  expect(await readdir(place.dataDir)).toEqual([]);
});

test('another SECRET or address is refused unless it is meant, and then the command says what no longer works', () => {
  const head = { secretMark: 'a', address: 'https://old.example' };
  const there = { secretMark: 'a', address: 'https://old.example', isMoved: false };
  requireSameInstallation(head, there);
  expect(() => requireSameInstallation(head, { ...there, secretMark: null })).toThrow(
    /SECRET .* not the one/,
  );
  const moved = { ...there, address: 'https://new.example' };
  expect(() => requireSameInstallation(head, moved)).toThrow(
    /PUBLIC_URL is https:\/\/new.* is https:\/\/old/,
  );
  requireSameInstallation(head, { ...moved, isMoved: true });
  expect(linesOfChanges(changedSettings(head, there))).toEqual([]);
  expect(linesOfChanges(changedSettings(head, moved)).join('\n')).toContain('Passkeys');
  expect(linesOfChanges(changedSettings(head, { ...there, secretMark: 'b' })).join('\n')).toContain(
    'Calendars',
  );
});

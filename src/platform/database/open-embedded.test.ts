import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { openDatabase } from './open-database.ts';
import { DurableNodeFS, openEmbedded, startParams } from './open-embedded.ts';
import { copyEmbedded } from './test-database.fixture.ts';

const options = { deadlineMs: 20_000, onHung: () => undefined };

async function newDataDir(): Promise<string> {
  const folder = makeTestFolder();
  return join(folder, 'data');
}

/** A data directory with an existing database, which takes seconds to create. */
async function usedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await copyEmbedded(dataDir, 'empty');
  return dataDir;
}

test('creates a database whose folder and files only its user can open', async () => {
  const dataDir = await newDataDir();
  const database = await openEmbedded(dataDir, options);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await database.db.execute(sql`create table t as select n, repeat(md5(n::text), 50) as filler
    from generate_series(1, 20000) as numbers (n)`);
  await database.close();
  const open: string[] = [];
  for (const entry of await readdir(join(dataDir, 'database'), { withFileTypes: true, recursive: true })) {
    // Folders follow the umask set by the program.
    if (!entry.isFile()) continue;
    const { mode } = await stat(join(entry.parentPath, entry.name));
    if ((mode & 0o077) !== 0) open.push(`${entry.name} ${(mode & 0o777).toString(8)}`);
  }
  expect(open).toEqual([]);
});

test('calls fsync for every commit but not for reads', async () => {
  const files = new DurableNodeFS(join(await usedDataDir(), 'database'));
  const client = new PGlite({ fs: files, startParams });
  await client.exec('create table t (n int)');
  for (let n = 0; n < 10; n += 1) {
    const before = files.fsyncCount;
    await client.query('insert into t values ($1)', [n]);
    expect(files.fsyncCount).toBeGreaterThan(before);
  }
  const before = files.fsyncCount;
  await client.query('select * from t');
  expect(files.fsyncCount).toBe(before);
  await client.close();
});

test('reports a file at the database path and a folder at the lock path', async () => {
  for (const [place, make, reason] of [
    [
      'database',
      (path: string) => writeFile(path, ''),
      'is a file, and should be the folder of the database',
    ],
    ['database.lock', (path: string) => mkdir(path), 'unable to open database file'],
  ] as const) {
    const dataDir = makeTestFolder();
    const path = join(dataDir, place);
    await make(path);
    await expect(openEmbedded(dataDir, options)).rejects.toThrow(new RegExp(`^${path}:? ${reason}$`));
  }
});

test('refuses a second start on the same data with a reason', async () => {
  const dataDir = await usedDataDir();
  const first = await openEmbedded(dataDir, options);
  await expect(openEmbedded(dataDir, options)).rejects.toThrow(
    `Another process is using the data in ${dataDir}`,
  );
  expect(await first.ready()).toBe(true);
  expect(await first.hasRoom()).toBe(true);
  await first.close();
  const again = await openEmbedded(dataDir, options);
  await again.close();
});

test('loses nothing acknowledged to kill -9, and releases the lock', async () => {
  const dataDir = await usedDataDir();
  const acknowledged: number[] = [];
  for (const from of [0, 1_000_000]) {
    const script = join(import.meta.dirname, 'acknowledged-writer.fixture.ts');
    const writer = spawn(process.execPath, [script, dataDir, String(from)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise((resolve) => writer.once('exit', resolve));
    for await (const line of createInterface({ input: writer.stdout })) {
      acknowledged.push(Number(line));
      if (acknowledged.length % 100 === 0) writer.kill('SIGKILL');
    }
    await gone;
  }
  const database = await openDatabase({ databaseUrl: null, dataDir }, options);
  const { rows } = (await database.db.execute(sql`select n from written`)) as { rows: { n: number }[] };
  const stored = new Set(rows.map((row) => row.n));
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
  await database.close();
});

test('removes deleted rows from disk on request', async () => {
  const dataDir = await usedDataDir();
  const database = await openEmbedded(dataDir, options);
  const name = 'Runa-Halfmoon';
  const files = async () => {
    const names = await readdir(join(dataDir, 'database'), { recursive: true, withFileTypes: true });
    const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const isThere = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(name)));
    return paths.filter((_path, n) => isThere[n]);
  };
  await database.db.execute(sql`create table kept (name text primary key)`);
  await database.db.execute(sql`insert into kept select 'n' || n from generate_series(1, 500) n`);
  await database.db.execute(sql`insert into kept values (${name})`);
  await database.db.execute(sql`checkpoint`);
  expect((await files()).length).toBeGreaterThan(1);
  await database.db.execute(sql`delete from kept where name = ${name}`);
  await database.forgetDeleted();
  expect(await files()).toEqual([]);
  expect(await database.db.execute(sql`select count(*)::int as rows from kept`)).toMatchObject({
    rows: [{ rows: 500 }],
  });
  await database.close();
});

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import S3rver from '@20minutes/s3rver';
import type { APIRequestContext } from '@playwright/test';
import { unzipSync } from 'fflate';
import { postOfPrintedLink } from '../harness/printed-link.ts';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { expect, test } from '../harness/test.ts';
import { uploadSound } from '../harness/upload-sound.ts';
import { waveOf } from '../harness/wave.ts';

// A studio with its files in an object store: moved there, used, backed up, restored, and moved back.

stopServersAfterEachTest();

const soon = { timeout: 60_000 };
const token = 'read-c0ffee5eed1234567890abcdef-the-metrics';

type Settings = Readonly<Record<string, string>>;

/** An object store with two buckets, and their URLs. */
async function startStore(directory: string) {
  mkdirSync(directory, { recursive: true });
  const configureBuckets = [{ name: 'studio' }, { name: 'restored' }];
  const place = { port: 0, address: '127.0.0.1', directory };
  const server = new S3rver({ ...place, silent: true, vhostBuckets: false, configureBuckets });
  const { port } = await server.run();
  const urlOf = (bucket: string) => `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=off`;
  return { urlOf, close: () => server.close() };
}

/** Runs a built command with only these settings; returns its output. */
async function run(settings: Settings, name: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [`dist/${name}.mjs`, ...args], {
    env: { ...settings },
  });
  return stdout + stderr;
}

async function startStudio(settings: Settings) {
  const server = startServer({ PORT: '0', METRICS_TOKEN: token, ...settings });
  const printed = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const stop = async () => {
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  const metrics = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(new URL('/metrics', lineOf('Site')), { headers })).text();
  };
  return { address: lineOf('Site'), teamLink: lineOf('Team desk'), stop, metrics };
}

async function firstProject(team: APIRequestContext): Promise<string> {
  const page = await (await team.get('/desk/projects')).text();
  return /\/desk\/projects\/([\da-f-]{36})/.exec(page)?.[1] ?? '';
}

/** Uploads a recording, plays a part of it once it is measured, and downloads it with the others of its project. */
async function useFiles(team: APIRequestContext): Promise<{ id: string; projectId: string }> {
  const projectId = await firstProject(team);
  const id = await uploadSound(team, { projectId, name: 'In the bucket.wav' });
  const peaks = async () => (await team.get(`/portal/files/${id}/peaks`)).status();
  await expect.poll(peaks, soon).toBe(200);
  const part = await team.get(`/portal/files/${id}/listen`, { headers: { range: 'bytes=1000-1999' } });
  expect([part.status(), part.headers()['content-range']]).toEqual([
    206,
    `bytes 1000-1999/${waveOf(2).length}`,
  ]);
  expect((await part.body()).equals(waveOf(2).subarray(1000, 2000))).toBe(true);
  const archive = await team.get(`/portal/projects/${projectId}/files.zip`);
  const found = Object.entries(unzipSync(await archive.body())).find(([name]) =>
    name.endsWith('/In the bucket.wav'),
  );
  expect(Buffer.from(found?.[1] ?? []).equals(waveOf(2))).toBe(true);
  return { id, projectId };
}

test('stores files in an object store as in a folder, and moves them between the two', async ({
  playwright,
}) => {
  test.slow();
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const files = join(dataDir, 'files');
  const store = await startStore(join(dirname(dataDir), 'store'));
  const inFolder = { DATA_DIR: dataDir };
  const inBucket = { ...inFolder, FILES_URL: store.urlOf('studio') };

  const forgotten = startServer({ PORT: '0', ...inBucket });
  expect(await forgotten.exited).toBe(1);
  expect(forgotten.output()).toContain('FILES_URL names a store without the files of this database');

  const count = readdirSync(files).length;
  expect(await run(inBucket, 'move-files', '--to=bucket')).toContain(`Moved ${count} files`);
  rmSync(files, { recursive: true });

  const studio = await startStudio(inBucket);
  const team = await playwright.request.newContext({ baseURL: studio.address });
  await team.post(postOfPrintedLink(studio.teamLink));
  const { id, projectId } = await useFiles(team);
  expect(readdirSync(dataDir)).not.toContain('files');
  expect(readdirSync(join(dataDir, 'scratch'), { recursive: true }).length).toBeLessThanOrEqual(1);
  expect(await studio.metrics()).toContain('antinode_up{part="file store"} 1');

  const archive = join(dirname(dataDir), 'studio.tar');
  await run(inBucket, 'backup', archive);
  const removed = await team.post(`/desk/projects/${projectId}?do=remove-file`, { form: { fileId: id } });
  expect(removed.status()).toBeLessThan(400);
  expect((await team.get(`/portal/files/${id}`)).status()).toBe(404);
  await studio.stop();

  const secondDir = join(dirname(dataDir), 'second');
  mkdirSync(secondDir);
  cpSync(join(dataDir, 'secret'), join(secondDir, 'secret'));
  const restored = { DATA_DIR: secondDir, FILES_URL: store.urlOf('restored') };
  expect(await run(restored, 'restore', archive)).toContain('every count and hash is right');
  expect(await run(restored, 'move-files', '--to=folder')).toContain('every hash is right');
  const back = await startStudio({ DATA_DIR: secondDir });
  const again = await playwright.request.newContext({ baseURL: back.address });
  await again.post(postOfPrintedLink(back.teamLink));
  const found = await again.get(`/portal/files/${id}`);
  expect((await found.body()).equals(waveOf(2))).toBe(true);
  await back.stop();
  await store.close();
});

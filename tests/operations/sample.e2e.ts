import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyReadyData } from '../harness/ready-data.ts';
import { newDataDir, startServer, stopServersAfterEachTest } from '../harness/server-process.ts';
import { installation } from '../harness/spawn-server.ts';

stopServersAfterEachTest();

/** The built program of `npm run sample:remove`. */
function remove(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/remove-sample.mjs'], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
}

async function start(env: Record<string, string>) {
  const server = startServer({ PORT: '0', HOST: '127.0.0.1', ...env });
  const output = await server.says('Data ');
  const lineOf = (label: string) => new RegExp(`^${label} +(.*)$`, 'm').exec(output)?.[1] ?? '';
  const stop = async () => {
    server.process.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  return { lineOf, stop };
}

test('removes the sample studio by one command while the server is stopped, permanently', async () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir);
  const first = await start({ DATA_DIR: dataDir });
  expect(first.lineOf('Client portal')).toMatch(/\/sign-in\/link\?token=[\w-]+$/);
  // The files, the client's uploads, and the peaks, spectrogram and figure of each recording.
  expect(readdirSync(join(dataDir, 'files'))).toHaveLength(7 + 3 + 3 * 5);

  const refused = remove({ DATA_DIR: dataDir });
  expect(refused.status).toBe(1);
  expect(refused.said).toContain('Antinode is running on');
  expect(refused.said).toContain('Nothing was removed');
  await first.stop();

  const removed = remove({ DATA_DIR: dataDir });
  expect(removed.status).toBe(0);
  expect(removed.said).toMatch(/5 people.*\n.*7 projects\n.*10 files \([34]\.\d MB\)\n/);
  expect(readdirSync(join(dataDir, 'files'))).toEqual([]);

  const second = await start({ DATA_DIR: dataDir });
  expect(second.lineOf('Client portal')).toMatch(/^http:\S+\/portal \(no sample client/);
  expect(second.lineOf('Team desk')).toContain('npm run team:invite');
  expect(readdirSync(join(dataDir, 'files'))).toEqual([]);
  await second.stop();
});

test('has no sample studio in a real installation, and removes it from one that began as a sample', () => {
  const dataDir = newDataDir();
  copyReadyData(dataDir, 'nothing');
  expect(remove({ ...installation, DATA_DIR: dataDir }).said).toContain('There is no sample studio here');

  const tried = newDataDir();
  copyReadyData(tried);
  expect(remove({ ...installation, DATA_DIR: tried }).said).toContain('Removed the sample studio');
});

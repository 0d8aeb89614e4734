import { copyReadyData, readyDataDir } from './ready-data.ts';
import { installation, spawnServer } from './spawn-server.ts';

// The server of the run. Before it starts, studios are started once and stopped: the other tests begin with their data,
// so that the time for a first start is spent once and not thirty times.
async function startOnce(env: Record<string, string>, sign: string): Promise<void> {
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', ...env });
  await server.says(sign);
  server.process.kill('SIGTERM');
  if ((await server.exited) !== 0) throw new Error(`The first start failed:\n${server.output()}`);
}

await startOnce({ ...installation, DATA_DIR: readyDataDir('nothing') }, '"started"');
copyReadyData(readyDataDir('sample'), 'nothing');
await startOnce({ DATA_DIR: readyDataDir('sample') }, 'Data ');

const dataDir = process.env['DATA_DIR'];
if (!dataDir) throw new Error('DATA_DIR is not set');
copyReadyData(dataDir);
// Created by the build, so it does not exist when types are checked.
await import(new URL('../../dist/server.mjs', import.meta.url).href);

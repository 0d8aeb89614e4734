import { copyReadyData, readyDataDir } from './ready-data.ts';
import { installation, spawnServer } from './spawn-server.ts';

// The server of the run. Before it starts, studios start once and stop: their data is what other tests begin with, so that a
// first start is waited for once and not thirty times.
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
// Built, so not there when this is checked.
await import(new URL('../../dist/server.mjs', import.meta.url).href);

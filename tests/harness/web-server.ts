import { cpSync } from 'node:fs';
import { readyDataDir } from './ready-data.ts';
import { spawnServer } from './spawn-server.ts';

// The server of the run. Before it starts, a studio starts once and stops: its data is what other tests begin with,
// so that a first start is waited for once and not thirty times.
const first = spawnServer({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: readyDataDir });
await first.says('Data ');
first.process.kill('SIGTERM');
if ((await first.exited) !== 0) throw new Error(`The first start failed:\n${first.output()}`);

const dataDir = process.env['DATA_DIR'];
if (!dataDir) throw new Error('DATA_DIR is not set');
cpSync(readyDataDir, dataDir, { recursive: true });
// Built, so not there when this is checked.
await import(new URL('../../dist/server.mjs', import.meta.url).href);

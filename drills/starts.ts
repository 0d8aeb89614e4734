import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../bench/quantile.ts';
import { spawnServer } from '../tests/harness/spawn-server.ts';
import { report } from './report.ts';
import { fewerThanAsked, startsAskedBy } from './starts-asked.ts';
import { loadSteadily, type Steady } from './steady-load.ts';
import { endOfDrill } from './studio.ts';

// `npm run drill:starts [-- 300] [180] [1] [--node=<program>]` starts the server on the embedded database repeatedly,
// renders a few pages and stops it. In parallel one server (or as many as the third number) is written to and read for
// this many minutes. No server may exit by itself: V8's bookkeeping of WebAssembly code can abort a process (decision
// 27).

const asked = startsAskedBy(process.argv.slice(2));
const paths = ['/', '/production', '/cymatics', '/portal', '/healthz'];

const folder = mkdtempSync(join(tmpdir(), 'antinode-starts-'));
const wallMs: number[] = [];
const ended: string[] = [];

const end = endOfDrill();
const loads = Array.from({ length: asked.servers }, (_, place) =>
  loadSteadily(join(folder, `loaded-${place}`), asked.minutes, end),
);
let starts = 0;
while (starts < asked.starts && !end.aborted) {
  starts += 1;
  const startedMs = performance.now();
  const server = spawnServer({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') });
  try {
    const printed = await server.says('Data ');
    const address = /^Site\s+(\S+)$/m.exec(printed)?.[1] ?? '';
    for (const path of paths) await (await fetch(new URL(path, address))).arrayBuffer();
    wallMs.push(performance.now() - startedMs);
    server.process.kill('SIGTERM');
    if ((await server.exited) !== 0) throw new Error('It did not stop as asked');
  } catch (error) {
    await server.exited;
    const said = server.output().trim().split('\n').slice(-12).join('\n');
    ended.push(
      `start ${starts}: ${server.process.signalCode ?? server.process.exitCode}, ${String(error)}\n${said}`,
    );
  }
  if (starts % 50 === 0) console.log(`${starts} starts, ${ended.length} that ended by themselves`);
}

const steady = await Promise.all(loads);
ended.push(...steady.flatMap((load) => load.ended ?? []));
rmSync(folder, { recursive: true, force: true });

const sum = (count: (load: Steady) => number) => steady.reduce((total, load) => total + count(load), 0);
const loaded = steady.length > 0 && {
  'servers under load': { result: steady.length },
  'minutes of each': { result: steady.map((load) => load.minutes).join(', ') },
  'pages read, forms, messages, uploads and approvals stored meanwhile': {
    result: `${sum((load) => load.pages)}, ${sum((load) => load.stored)}`,
  },
};
report({
  tables: [
    {
      rows: {
        Node: { result: process.version },
        starts: { result: starts },
        'ready and five pages made, ms: median, longest': {
          result: `${Math.round(quantile(wallMs, 0.5))}, ${Math.round(Math.max(...wallMs))}`,
        },
        ...loaded,
        'that ended by themselves (0)': { result: ended.length },
      },
    },
  ],
  broken: [...ended, ...fewerThanAsked(asked, { starts, minutes: steady.map((load) => load.minutes) })],
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { withLock } from './process-lock.mjs';

/** Records when it begins and ends, and leaves the files of an installation. */
const npm = `#!/bin/sh
echo begins >> npm.log
sleep 1
mkdir -p node_modules/node/bin
touch node_modules/node/bin/node
echo ends >> npm.log
`;

/** A checkout without packages, and an npm that installs them slowly. */
function makeCheckout() {
  const root = makeTestFolder();
  mkdirSync(join(root, 'scripts'));
  for (const name of ['prepare.mjs', 'process-lock.mjs', 'stamp.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, 'npm'), npm);
  chmodSync(join(root, 'npm'), 0o755);
  const program = `import('./scripts/prepare.mjs').then((prepare) => prepare.ensureInstalled())`;
  const start = (): ChildProcess =>
    spawn(process.execPath, ['-e', program], {
      cwd: root,
      env: { PATH: `${root}:${process.env['PATH']}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const log = () => readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n');
  return { root, start, log };
}

/** Returns how a process ends, and its output. */
async function ended(started: ChildProcess) {
  let said = '';
  started.stderr?.on('data', (text) => (said += String(text)));
  const [code] = (await once(started, 'close')) as [number | null];
  return { code, said };
}

test('installs the packages in one of several starts, for which the others wait', async () => {
  const { root, start, log } = makeCheckout();
  const ends = await Promise.all([start(), start(), start()].map(ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(log()).toEqual(['begins', 'ends']);
  expect(ends.filter(({ said }) => said.includes('Waiting for it')).length).toBe(2);
  expect(readdirSync(join(root, 'builds'))).toEqual([]);
});

test('does not wait for an installation that was killed', async () => {
  const { start, log } = makeCheckout();
  const killed = start();
  killed.stderr?.once('data', () => killed.kill('SIGKILL'));
  await once(killed, 'exit');
  expect((await ended(start())).code).toBe(0);
  expect(log().filter((line) => line === 'begins').length).toBeGreaterThan(0);
});

test('touches a lock while it is held, and releases an untouched one whose process id is in use again', async () => {
  const path = join(makeTestFolder(), 'lock');
  // An unrelated running process.
  symlinkSync(String(process.ppid), path);
  const times = { aliveEveryMs: 20, goneAfterMs: 200 };
  const waitedFor: number[] = [];
  const begunMs = performance.now();
  const touched = await withLock(
    path,
    (pid) => waitedFor.push(pid),
    async () => {
      const first = lstatSync(path).mtimeMs;
      while (lstatSync(path).mtimeMs === first) await new Promise((resolve) => setTimeout(resolve, 10));
      return true;
    },
    times,
  );
  expect([touched, waitedFor]).toEqual([true, [process.ppid]]);
  expect(performance.now() - begunMs).toBeGreaterThan(200);
  expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined();
});

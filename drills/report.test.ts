import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** A machine on which no program is found. */
const runWithoutPrograms = (...words: readonly string[]) => {
  const noInitdb = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { existsSync } = fs;
fs.existsSync = (path) => !path.endsWith('initdb') && existsSync(path);
syncBuiltinESMExports();`;
  const blind = `--import=data:text/javascript,${encodeURIComponent(noInitdb)}`;
  return spawnSync(process.execPath, [blind, ...words], { env: { PATH: '/nowhere' }, encoding: 'utf8' });
};

test.each([
  ['drills/order.ts', '10', 'strace is not installed'],
  ['drills/crash.ts', 'postgres', 'the server programs of PostgreSQL (initdb) are not installed'],
])('%s fails where it cannot run, and says why', (program, word, reason) => {
  const { status, stderr } = runWithoutPrograms(program, word);
  expect(stderr).toContain(`NOT RUN: ${reason}`);
  expect(status).toBe(1);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';

const limits = {
  mostRestarts: 2,
  firstWaitMs: 1,
  steadyMs: 600_000,
  refusedWaitMs: 1,
  refusedMs: 600_000,
};
const countStart = `const fs = require('node:fs');
const starts = Number(fs.readFileSync('starts', 'utf8')) + 1;
fs.writeFileSync('starts', String(starts));
`;

/** A process that supervises a server with this code, in a folder of its own. */
function superviseServer(code: string) {
  const folder = makeTestFolder();
  writeFileSync(join(folder, 'starts'), '0');
  writeFileSync(join(folder, 'server.cjs'), countStart + code);
  const module = JSON.stringify(join(import.meta.dirname, 'supervise.mjs'));
  const program = `import { supervise } from ${module};
    process.exit(await supervise(process.execPath, ['server.cjs'], ${JSON.stringify(limits)}));`;
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  const exited = once(supervisor, 'exit').then(([exitCode]) => exitCode as number | null);
  return {
    supervisor,
    said: text(supervisor.stderr),
    exited,
    starts: () => Number(readFileSync(join(folder, 'starts'), 'utf8')),
  };
}

test.each([
  ['by a signal while it starts', `process.kill(process.pid, 'SIGKILL');`],
  ['by itself once it has started', `process.send('ready', () => process.exit(70));`],
])('a server that ends %s is started again, up to a limit, which is said', async (_, fall) => {
  const { exited, said, starts } = superviseServer(fall);
  expect(await exited).not.toBe(0);
  expect(starts()).toBe(limits.mostRestarts + 1);
  const lines = (await said).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'error', event: expect.stringContaining('started again'), waitS: 0.001 },
    { level: 'error', event: expect.stringContaining('started again'), waitS: 0.002 },
    { level: 'error', event: expect.stringContaining('not started again'), timesInARow: 3 },
  ]);
});

test('restarts a server that crashes once', async () => {
  const { exited, starts } = superviseServer(`if (starts === 1) process.abort(); else process.exit(0);`);
  expect(await exited).toBe(0);
  expect(starts()).toBe(2);
});

test('starts a crashed server once the command that held its data has ended', async () => {
  const { exited, said, starts } = superviseServer(`
    if (starts === 1) process.send('ready', () => process.abort());
    else process.exit(starts < 8 ? 3 : 0);`);
  expect(await exited).toBe(0);
  expect(starts()).toBe(8);
  expect((await said).match(/the start was refused, and is tried again/g)).toHaveLength(6);
});

test('does not repeat a refused start, and exits with its exit code', async () => {
  const { exited, said, starts } = superviseServer(`process.exit(3);`);
  expect(await exited).toBe(3);
  expect([starts(), await said]).toEqual([1, '']);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches the server, which ends once', async (signal) => {
  const { supervisor, exited, starts } = superviseServer(
    `process.on('${signal}', () => process.exit(0)); setInterval(() => {}, 1000); process.send('ready'); console.log('up');`,
  );
  await once(supervisor.stdout, 'data');
  supervisor.kill(signal);
  expect(await exited).toBe(0);
  expect(starts()).toBe(1);
});

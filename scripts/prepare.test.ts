import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { reasonIn, whyNotWritable, withProgress } from './prepare.mjs';
import { saidWhyCode } from './stamp.mjs';

test.each([
  [
    'Building\n\u001b[31m[ERROR]\u001b[39m Cannot find module "x"\n    at file.js:1\n',
    '[ERROR] Cannot find module "x"',
  ],
  [
    '[postcss] own/tokens.css:3:8: Unexpected }\n    at Input.error (input.js:135:16)\n',
    '[postcss] own/tokens.css:3:8: Unexpected }',
  ],
  ['Building\nNo space left on device\n\n', 'No space left on device'],
  ['', 'it said nothing'],
])('the reason in %j is %s', (output, reason) => {
  expect(reasonIn(output)).toBe(reason);
});

test('explains where to build if the folder is not writable', () => {
  expect(whyNotWritable(tmpdir(), 'There is no build')).toBeNull();
  expect(whyNotWritable('/nowhere/at/all', 'There is no build')).toMatch(
    /^There is no build, and \/nowhere.* cannot be written to from here\. Run `npm run build` there/,
  );
});

/** Starts a program that runs this one as a step of a start. */
const startStep = (code: string) => {
  const program = `import { forwardSignals, runOrEnd } from './scripts/prepare.mjs';
    forwardSignals(); await runOrEnd('The build', process.execPath, ['-e', ${JSON.stringify(code)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program]);
};

test.each([
  [
    'The build failed (3): [ERROR] Cannot find module "x"',
    3,
    `console.log('Building'); console.error('[ERROR] Cannot find module "x"\\n    at file.js:1');
     console.log('Bye'); process.exitCode = 3;`,
  ],
  [
    'The build failed (1): No space left on device',
    1,
    `console.log('No space left on device'); process.exitCode = 1;`,
  ],
  ['The build failed (1): it said nothing', 1, `process.exitCode = 1;`],
  // It has reported the reason in its own last line.
  [
    'content/site.yaml: name is missing',
    saidWhyCode,
    `console.error('content/site.yaml: name is missing'); process.exitCode = ${saidWhyCode};`,
  ],
])('a step that fails ends the start, whose last line is: %s', async (last, exitCode, code) => {
  const started = startStep(code);
  let said = '';
  started.stderr.on('data', (text) => (said += String(text)));
  expect(await once(started, 'close')).toEqual([exitCode, null]);
  expect(said.trim().split('\n').at(-1)).toBe(last);
});

test('reports a start that is stopped during an installation or build as stopped, not as failed', async () => {
  const slow = `process.once('SIGTERM', () => { console.log('error: terminated'); process.exit(1); });
    console.log('under way'); setInterval(() => {}, 1000);`;
  const started = startStep(slow);
  let said = '';
  started.stderr.on('data', (text) => (said += String(text)));
  await once(started.stderr, 'data');
  started.kill('SIGTERM');
  expect(await once(started, 'close')).toEqual([143, null]);
  expect(said.trim().split('\n').at(-1)).toBe('The build was stopped.');
});

test('reports the progress of a long step every ten seconds', async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const stderr = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  const { promise, resolve } = Promise.withResolvers<string>();
  let done = 0;
  try {
    const result = withProgress(
      'Installing packages',
      () => promise,
      () => `${(done += 100)} of 300 packages`,
    );
    vi.advanceTimersByTime(20_000);
    resolve('installed');
    expect(await result).toBe('installed');
    vi.advanceTimersByTime(60_000);
  } finally {
    stderr.mockRestore();
    vi.useRealTimers();
  }
  expect(lines).toEqual([
    'Installing packages …',
    'Installing packages … 10 s, 100 of 300 packages',
    'Installing packages … 20 s, 200 of 300 packages',
  ]);
});

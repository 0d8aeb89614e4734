import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const module = join(import.meta.dirname, 'watchdog.ts');

/** Runs a program that has a watchdog with this patience; resolves with how it ended and what it wrote. */
function runWatched(
  body: string,
  limitTicks = 25,
): Promise<{ code: number | null; signal: string | null; written: string }> {
  const program = `import { startWatchdog } from ${JSON.stringify(module)};
    const watchdog = startWatchdog({ tickMs: 20, limitTicks: ${limitTicks} });
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program]);
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, written })));
}

// They wait more than they work.
describe.concurrent('a watched process', () => {
  test('a blocked main thread ends the process with a reason', async () => {
    const { signal, written } = await runWatched('setTimeout(() => { for (;;); }, 50);');
    expect(signal).toBe('SIGKILL');
    expect(written.trim().split('\n').at(-1)).toMatch(/the main thread has stood still for [\d.]+ s/);
  });

  test('a start may take longer than a running program, and is held to the same once it is over', async () => {
    const standStill = (ms: number) =>
      `{ const begun = process.cpuUsage();
        while (process.cpuUsage(begun).user < ${ms * 1000}) for (let n = 0; n < 1e6; n += 1); }`;
    const { signal, written } = await runWatched(
      `watchdog.setLimit(100_000);
      setTimeout(() => {
        ${standStill(1000)}
        process.stderr.write('started\\n');
        watchdog.setLimit(25);
        setTimeout(() => { for (;;); }, 50);
      }, 50);`,
    );
    expect(signal).toBe('SIGKILL');
    expect(written).toContain('started');
  });

  test('does not affect a working or waiting program', async () => {
    const { code, signal } = await runWatched(
      'setTimeout(() => watchdog.stop().then(() => process.exit(7)), 1000);',
    );
    expect({ code, signal }).toEqual({ code: 7, signal: null });
  });

  test('a program without CPU time gets ten times as long', async () => {
    const pause = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;
    const paused = await runWatched(`setTimeout(() => { ${pause(1500)} process.exit(7); }, 50);`);
    expect(paused).toMatchObject({ code: 7, signal: null });
    const forEver = await runWatched(`setTimeout(() => { ${pause(600_000)} }, 50);`, 5);
    expect(forEver.signal).toBe('SIGKILL');
  });
});

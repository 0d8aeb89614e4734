import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { copyEmbedded } from './database/test-database.fixture.ts';
import { makeTestFolder } from './test-folder.fixture.ts';

test('code of the embedded database is never freed while it runs', async () => {
  const dataDir = makeTestFolder();
  await copyEmbedded(dataDir, 'empty');
  const writer = join(import.meta.dirname, 'database/acknowledged-writer.fixture.ts');
  // Says so each time that code is collected.
  const child = spawn(process.execPath, ['--trace-wasm-code-gc', writer, dataDir, '1']);
  onTestFinished(async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  });
  const collected: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('[wasm-gc]')) collected.push(line);
    if (line === '500') break;
  }
  expect(collected).toEqual([]);
});

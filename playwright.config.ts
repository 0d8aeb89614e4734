import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env['TEST_PORT'] ?? 4327);
const origin = `http://127.0.0.1:${port}`;
// One folder for the data of the whole run, created on first use, since linters read this file too. Workers read it again, hence the
// variable.
process.env['TEST_DATA_DIR'] ??= join(tmpdir(), `antinode-test-${randomUUID()}`);
// Code that one process of the run has compiled (a server, a worker) is reused by the others.
process.env['NODE_COMPILE_CACHE'] ??= join(process.env['TEST_DATA_DIR'], 'compiled');
const executablePath = process.env['CHROME_PATH'];
// Every folder of `tests` with end-to-end tests is a project: `npm test -- desk` runs one.
const folders = [
  ...new Set(globSync('tests/*/*.e2e.ts', { cwd: import.meta.dirname }).map((file) => dirname(file))),
];
// A developer hears soon of what hangs; a busy machine that runs everything may take its time, and jobs wait their turn there.
const isPatient = Boolean(process.env['CI']) || process.env['TEST_TIER'] !== 'default';

export default defineConfig({
  testMatch: '**/*.e2e.ts',
  projects: folders.toSorted().map((testDir) => ({ name: basename(testDir), testDir })),
  fullyParallel: true,
  workers: 2,
  timeout: isPatient ? 480_000 : 90_000,
  expect: { timeout: isPatient ? 120_000 : 15_000 },
  // A test that needs a second try has a bug, or the product has.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  globalTeardown: './tests/harness/teardown.ts',
  use: {
    baseURL: origin,
    screenshot: 'only-on-failure',
    video: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      chromiumSandbox: false,
      args: [
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" tests/harness/web-server.ts`,
    url: `${origin}/readyz`,
    stdout: 'pipe',
    // Three servers start one after the other.
    timeout: 480_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(process.env['TEST_DATA_DIR'], 'studio'),
      // Each test uses a client address of its own, so that rate limits of one test never affect another.
      TRUSTED_PROXIES: '127.0.0.1',
    },
  },
});

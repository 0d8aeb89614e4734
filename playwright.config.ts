import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env['TEST_PORT'] ?? 4327);
const origin = `http://127.0.0.1:${port}`;
// One folder for the data of the whole run, made by whoever writes there first: linters read this file too. Workers read it
// again, hence the variable.
process.env['TEST_DATA_DIR'] ??= join(tmpdir(), `antinode-test-${randomUUID()}`);
// What one process of the run has compiled (a studio, a worker), the others find there.
process.env['NODE_COMPILE_CACHE'] ??= join(process.env['TEST_DATA_DIR'], 'compiled');
const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: 'tests',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  // Ends a hang; how quick the machine is must not matter.
  timeout: 480_000,
  // A busy machine may take its time, and jobs wait their turn (measuring, comparing, mails); what must be exact is measured on the
  // page's own clock.
  expect: { timeout: 120_000 },
  // A test that needs a second try has a fault, or the product has.
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
    // Three studios start one after the other.
    timeout: 480_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(process.env['TEST_DATA_DIR'], 'studio'),
      // Each test comes from an address of its own, so that one test's posts never count against another's.
      TRUSTED_PROXIES: '127.0.0.1',
    },
  },
});

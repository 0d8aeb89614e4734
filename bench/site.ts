import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { serverFlags } from '../tests/harness/spawn-server.ts';

export interface Site {
  readonly origin: string;
  /** Id of the server's process. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the built server with a new data folder on a port of its own; resolves when it is ready. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-bench-'));
  const port = 20_000 + (process.pid % 20_000);
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...serverFlags, 'dist/server.mjs'], {
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The Chromium for measurements: CHROME_PATH, a system one, or Playwright's own. */
export function browserOptions(): LaunchOptions & { executablePath?: string } {
  const found = [
    process.env['CHROME_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path));
  return {
    ...(found ? { executablePath: found } : {}),
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  };
}

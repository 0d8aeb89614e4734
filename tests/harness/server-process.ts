import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { spawnServer, type ServerProcess } from './spawn-server.ts';

const started = new Set<ChildProcess>();
const folders = new Set<string>();

/** Stops all servers and removes all folders after each test of the file that calls it. */
export function stopServersAfterEachTest(): void {
  test.afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    started.clear();
    folders.clear();
  });
}

/** A folder for one test's data, removed after it. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'antinode-process-'));
  folders.add(folder);
  return join(folder, 'data');
}

/**
 * Starts the built server, or another of our programs, with only these variables; killed after the test if it still
 * runs.
 */
export function startServer(env: Record<string, string>, args?: readonly string[]): ServerProcess {
  const server = spawnServer(env, args);
  started.add(server.process);
  return server;
}

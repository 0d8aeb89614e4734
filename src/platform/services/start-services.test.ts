import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTestFolder } from '#src/platform/test-folder.fixture.ts';
import { systemClock } from '../clock.ts';
import { parseConfig } from '../config/config.ts';
import { copyEmbedded } from '../database/test-database.fixture.ts';
import { createOutages } from '../outages/outages.ts';
import { projectRootFrom } from '../project-root.ts';
import type { Feature } from './services.ts';
import { startServices } from './start-services.ts';

afterEach(() => vi.useRealTimers());

/** Starts these features with their own embedded database; logged warnings are in `warned`. */
async function startRooms(features: readonly Feature[]) {
  const dataDir = makeTestFolder();
  await copyEmbedded(dataDir, 'migrated');
  const parsed = parseConfig({ DATA_DIR: dataDir });
  if (!parsed.ok) throw new Error(parsed.problems.join(' '));
  const warned: unknown[] = [];
  const warn = (message: string, fields?: object) => void warned.push({ message, ...fields });
  const log = { info: () => undefined, warn, error: warn };
  const root = projectRootFrom(import.meta.dirname);
  const start = () =>
    startServices({
      config: parsed.config,
      origin: '',
      root,
      features,
      outages: createOutages({ log, clock: systemClock }),
      metrics: null,
      tracing: null,
    });
  return { start, warned };
}

test('stops its features after a failed start and releases the database', async () => {
  const ended: string[] = [];
  let isBroken = true;
  const { start } = await startRooms([
    { name: 'one', register: () => () => void ended.push('one') },
    {
      name: 'two',
      register: () => async () => void ended.push('two'),
      drain: () => void ended.push('drained'),
    },
    {
      name: 'three',
      register: () => {
        if (isBroken) throw new Error('broken');
      },
    },
  ]);
  await expect(start()).rejects.toThrow('broken');
  expect(ended).toEqual(['two', 'one', 'drained']);
  isBroken = false;
  const running = await start();
  await running.stop();
  expect(ended).toEqual(['two', 'one', 'drained', 'two', 'one', 'drained']);
});

test('waits for the running cleanup on stop; a failing feature is logged and blocks no other', async () => {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const { start, warned } = await startRooms([
    { name: 'broken', prune: () => Promise.reject(new Error('no')) },
    {
      name: 'slow',
      prune: async () => {
        await gate.promise;
        done.push('pruned');
      },
    },
  ]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const running = await start();
  await vi.advanceTimersByTimeAsync(600_000);
  vi.useRealTimers();
  const stopped = running.stop().then(() => done.push('stopped'));
  gate.resolve();
  await stopped;
  expect(done).toEqual(['pruned', 'stopped']);
  expect(warned).toContainEqual(expect.objectContaining({ message: 'pruning failed', room: 'broken' }));
});

/** Starts with a configured secret (so none is stored) and an unreachable PostgreSQL, which ends the start. */
async function startWithoutDatabase(dataDir: string) {
  const parsed = parseConfig({
    DATABASE_URL: 'postgres://studio@127.0.0.1:1/studio',
    SECRET: 'c0ffee5eed1234567890abcdefABCDEF',
    DATA_DIR: dataDir,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join(' '));
  const silent = () => undefined;
  const log = { info: silent, warn: silent, error: silent };
  return startServices({
    config: parsed.config,
    origin: '',
    root: '',
    features: [],
    outages: createOutages({ log, clock: systemClock }),
    metrics: null,
    tracing: null,
  });
}

async function newFolder() {
  const path = makeTestFolder();
  return path;
}

test('fails before connecting to the database if the data directory cannot be created', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  await expect(startWithoutDatabase(join(file, 'data'))).rejects.toThrow(/nothing can be kept in/);
});

test('creates a private data directory, even with an external database', async () => {
  const dataDir = join(await newFolder(), 'studio', 'data');
  await expect(startWithoutDatabase(dataDir)).rejects.toThrow(/ECONNREFUSED/);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

import { Worker } from 'node:worker_threads';
import type { BusyTimes, ReadTask } from './read-calendar.ts';

const heapMb = 256;
const readTimeoutMs = 20_000;

// Bundled, it lies beside the server's own file.
const program = import.meta.url.endsWith('.ts') ? './read-calendar.worker.ts' : './read-calendar.mjs';

/** Reads a calendar in a thread with limits on its time and memory; null where it is none, `unreadable` where it goes beyond them. */
export async function readInThread(
  task: ReadTask,
  timeoutMs = readTimeoutMs,
): Promise<BusyTimes | null | 'unreadable'> {
  const { promise, resolve } = Promise.withResolvers<BusyTimes | null | 'unreadable'>();
  const worker = new Worker(new URL(program, import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const timer = setTimeout(() => resolve('unreadable'), timeoutMs);
  worker.on('message', (read: BusyTimes | null) => resolve(read));
  worker.on('error', () => resolve('unreadable'));
  worker.on('exit', () => resolve('unreadable'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

export type Watchdog = { stop: () => Promise<void> };

// Runs beside the main thread, which cannot notice that it stands still. It counts its own ticks, not the clock,
// so that a machine that slept is not taken for a program that hangs.
const watcher = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const beats = new Int32Array(workerData.beats);
let seen = -1;
let missed = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  missed = now === seen ? missed + 1 : 0;
  seen = now;
  if (missed < workerData.limitTicks) return;
  writeSync(2, workerData.lastWords);
  process.kill(process.pid, 'SIGKILL');
}, workerData.tickMs);
`;

/**
 * Kills the process, for its supervisor to start it again, when its main thread has done nothing for `limitTicks`.
 * The embedded database can bring that about: on a full disk its engine may loop for ever.
 */
export function startWatchdog({ tickMs, limitTicks }: { tickMs: number; limitTicks: number }): Watchdog {
  // A breakpoint is no hang.
  if (inspectorUrl() !== undefined) return { stop: async () => undefined };
  const beats = new SharedArrayBuffer(4);
  const view = new Int32Array(beats);
  const beat = setInterval(() => Atomics.add(view, 0, 1), tickMs / 2);
  beat.unref();
  const event = { level: 'error', event: 'the main thread hangs; leaving the process to its supervisor' };
  const lastWords = `${JSON.stringify(event)}\n`;
  const worker = new Worker(watcher, {
    eval: true,
    execArgv: [],
    workerData: { beats, tickMs, limitTicks, lastWords },
  });
  worker.unref();
  return {
    async stop() {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}

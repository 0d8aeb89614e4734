import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

export type Watchdog = {
  /** Another patience from now on. */
  setLimit: (limitTicks: number) => void;
  stop: () => Promise<void>;
};

/** How many times longer a program may wait than work: on a busy machine it gets no processor, or no disk, for a while. */
const waitsLonger = 10;

// Runs in a thread, since a blocked main thread cannot detect that. Counts its own ticks, not the clock, so that a
// suspended machine does not count as a hang; and CPU time, so that a busy machine does not either.
const watcher = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const [beats, limit] = [0, 1].map((slot) => new Int32Array(workerData.shared, slot * 4, 1));
let seen = -1;
let [missed, worked, used] = [0, 0, process.cpuUsage()];
setInterval(() => {
  const now = Atomics.load(beats, 0);
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  missed = now === seen ? missed + 1 : 0;
  worked = now === seen ? worked + Math.min(1, (user + system) / 1000 / workerData.tickMs) : 0;
  seen = now;
  const most = Atomics.load(limit, 0);
  if (worked < most && missed < most * workerData.waitsLonger) return;
  const event = 'the main thread has stood still for ' + (missed * workerData.tickMs) / 1000 + ' s; leaving the process to its supervisor';
  writeSync(2, JSON.stringify({ level: 'error', event }) + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData.tickMs);
`;

/**
 * Kills the process, to be restarted by its supervisor, when its main thread was blocked for `limitTicks` of CPU time,
 * or ten times as long in real time. The embedded database can cause that: on a full disk its engine may loop for ever.
 */
export function startWatchdog({ tickMs, limitTicks }: { tickMs: number; limitTicks: number }): Watchdog {
  // A breakpoint is not a hang.
  if (inspectorUrl() !== undefined) return { setLimit: () => undefined, stop: async () => undefined };
  const shared = new SharedArrayBuffer(8);
  const view = new Int32Array(shared);
  const setLimit = (ticks: number) => void Atomics.store(view, 1, ticks);
  setLimit(limitTicks);
  const beat = setInterval(() => Atomics.add(view, 0, 1), tickMs / 2);
  beat.unref();
  const worker = new Worker(watcher, {
    eval: true,
    execArgv: [],
    workerData: { shared, tickMs, waitsLonger },
  });
  worker.unref();
  return {
    setLimit,
    async stop() {
      clearInterval(beat);
      await worker.terminate();
    },
  };
}

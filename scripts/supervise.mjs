import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * How often in a row the server is restarted, and how long it has to run for a crash not to count as one in a row. If
 * the start of a server that has run before is refused, a command such as a backup may hold its data: how often, and at
 * what interval, that is retried.
 */
const usualLimits = {
  mostRestarts: 5,
  firstWaitMs: 1000,
  steadyMs: 10 * 60_000,
  refusedWaitMs: 5000,
  refusedMs: 30 * 60_000,
};

const stopSignals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Reports an event: as text in a terminal, otherwise as a line for the reader of the server's log.
 * @param {string} event
 * @param {Record<string, string | number>} fields
 */
function say(event, fields) {
  const words = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  const line = { time: new Date().toISOString(), level: 'error', event, ...fields };
  console.error(process.stderr.isTTY ? `${event} (${words.join(', ')})` : JSON.stringify(line));
}

/**
 * Starts the server, whose message `ready` reports that it has started.
 * @param {string} node
 * @param {string[]} args
 * @param {(child: import('node:child_process').ChildProcess) => void} onStart
 * @returns {Promise<{ code: number | null; signal: NodeJS.Signals | null; wasReady: boolean }>}
 */
function runOnce(node, args, onStart) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    let wasReady = false;
    child.once('message', () => (wasReady = true));
    child.once('error', (error) => {
      console.error(`${node}: ${error.message}`);
      resolve({ code: 127, signal: null, wasReady: true });
    });
    child.once('exit', (code, signal) => resolve({ code, signal, wasReady }));
    onStart(child);
  });
}

/**
 * Runs the server and restarts it after a crash: after a second, then after twice as long each time. A refused first
 * start is not repeated, and a signal to this process is forwarded and ends both. Resolves with the exit code of this
 * process.
 * @param {string} node
 * @param {string[]} args
 * @param {typeof usualLimits} [limits]
 * @returns {Promise<number>}
 */
export async function supervise(node, args, limits = usualLimits) {
  const { mostRestarts, firstWaitMs, steadyMs, refusedWaitMs, refusedMs } = limits;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  const stopping = new AbortController();
  for (const signal of stopSignals) {
    process.on(signal, () => {
      stopping.abort();
      child?.kill(signal);
    });
  }
  let falls = 0;
  let ranUntilMs = -Infinity;
  for (;;) {
    const startedMs = performance.now();
    const { code, signal, wasReady } = await runOnce(node, args, (started) => (child = started));
    child = null;
    if (code === 0 || stopping.signal.aborted) return code ?? 143;
    const now = performance.now();
    let waitMs = refusedWaitMs;
    if (code !== null && !wasReady) {
      // It has reported the reason and would report the same again.
      if (now - ranUntilMs > refusedMs) return code;
      say('the start was refused, and is tried again', { code, waitS: waitMs / 1000 });
    } else {
      falls = now - startedMs >= steadyMs ? 1 : falls + 1;
      if (wasReady) ranUntilMs = now;
      const how = signal ?? `exit code ${code}`;
      if (falls > mostRestarts) {
        say('the server has ended unexpectedly, and is not started again', { how, timesInARow: falls });
        return code ?? 137;
      }
      waitMs = firstWaitMs * 2 ** (falls - 1);
      say('the server has ended unexpectedly, and is started again', { how, waitS: waitMs / 1000 });
    }
    await wait(waitMs, null, { signal: stopping.signal }).catch(() => null);
    if (stopping.signal.aborted) return 143;
  }
}

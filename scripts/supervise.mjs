import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** How often in a row the server is started again, and how long it has to run for a fall not to count as one more in a row. */
const usualLimits = { mostRestarts: 5, firstWaitMs: 1000, steadyMs: 10 * 60_000 };

const stopSignals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Starts the server, whose message `ready` says that it has started.
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
 * Runs the server and starts it again when it falls: after a second, then after twice as long each time. A start that is refused is not
 * repeated, and a signal to this process is handed on and ends both. Resolves with the exit code of this process.
 * @param {string} node
 * @param {string[]} args
 * @param {typeof usualLimits} [limits]
 * @returns {Promise<number>}
 */
export async function supervise(node, args, { mostRestarts, firstWaitMs, steadyMs } = usualLimits) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  const stopping = new AbortController();
  for (const signal of stopSignals) {
    process.on(signal, () => {
      stopping.abort();
      child?.kill(signal);
    });
  }
  for (let falls = 1; ; falls += 1) {
    const startedMs = performance.now();
    const { code, signal, wasReady } = await runOnce(node, args, (started) => (child = started));
    child = null;
    if (code === 0 || stopping.signal.aborted) return code ?? 143;
    // It has said why, and would say the same again.
    if (code !== null && !wasReady) return code;
    if (performance.now() - startedMs >= steadyMs) falls = 1;
    const how = signal ?? `exit code ${code}`;
    if (falls > mostRestarts) {
      console.error(
        `The server has ended unexpectedly ${falls} times in a row (${how}) and is not started again.`,
      );
      return code ?? 137;
    }
    const waitMs = firstWaitMs * 2 ** (falls - 1);
    console.error(`The server has ended unexpectedly (${how}). It is started again in ${waitMs / 1000} s.`);
    await wait(waitMs, null, { signal: stopping.signal }).catch(() => null);
    if (stopping.signal.aborted) return 143;
  }
}

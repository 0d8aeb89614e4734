import { lstatSync, lutimesSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

// Plain JavaScript without dependencies: it also runs on the machine's own Node, before anything is installed. A lock
// is a symbolic link whose target is the process that holds it, so it is created together with its content in one step.

/**
 * How often the holder touches its lock, and the time without a touch after which a process of that id is another one.
 */
const usualTimes = { aliveEveryMs: 1000, goneAfterMs: 30_000 };
const askAgainMs = 100;

/**
 * Returns the process that holds a lock, and when it last touched it; null if the lock is free.
 * @param {string} path
 */
function holderOf(path) {
  try {
    return { pid: Number(readlinkSync(path)), touchedMs: lstatSync(path).mtimeMs };
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  // This process holds none yet: the lock was left by an earlier process of the same id.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/** @param {string} path */
function take(path) {
  try {
    symlinkSync(String(process.pid), path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that has ended. If another process has done so meanwhile, its lock stays.
 * @param {string} path
 * @param {number} pid
 */
function removeLeft(path, pid) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (holderOf(aside)?.pid === pid) rmSync(aside);
  else renameSync(aside, path);
}

/**
 * Waits until the lock is free, and takes it.
 * @param {string} path
 * @param {(pid: number) => void} onWait
 * @param {number} goneAfterMs
 */
async function takeInTurn(path, onWait, goneAfterMs) {
  let seen = { pid: 0, touchedMs: 0, sinceMs: 0 };
  let isTold = false;
  while (!take(path)) {
    const holder = holderOf(path);
    if (!holder) continue;
    const nowMs = performance.now();
    if (holder.pid !== seen.pid || holder.touchedMs !== seen.touchedMs) seen = { ...holder, sinceMs: nowMs };
    if (!isRunning(holder.pid) || nowMs - seen.sinceMs > goneAfterMs) {
      removeLeft(path, holder.pid);
      continue;
    }
    if (!isTold) onWait(holder.pid);
    isTold = true;
    await wait(askAgainMs);
  }
}

/**
 * Runs a function that only one process of this machine may run at a time; waits, and reports for which process, while
 * another one runs it. If this process ends meanwhile, for any reason, the next one takes over.
 * @template T
 * @param {string} path a place in a folder that is there
 * @param {(pid: number) => void} onWait
 * @param {() => Promise<T>} work
 * @param {typeof usualTimes} [times]
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work, { aliveEveryMs, goneAfterMs } = usualTimes) {
  await takeInTurn(path, onWait, goneAfterMs);
  const isOurs = () => holderOf(path)?.pid === process.pid;
  const release = () => {
    if (isOurs()) rmSync(path);
  };
  const touching = setInterval(() => {
    const now = new Date();
    if (isOurs()) lutimesSync(path, now, now);
  }, aliveEveryMs);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    process.off('exit', release);
    release();
  }
}

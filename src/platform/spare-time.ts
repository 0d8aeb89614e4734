import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const sliceMs = 100;
const longestWaitMs = 5000;
const busyShare = 0.7;

/** Returns the event loop utilisation since the last sample that is at least a slice old, from 0 to 1. */
function createMeter(): () => number {
  let [from, fromMs, share] = [performance.eventLoopUtilization(), performance.now(), 0];
  return () => {
    if (performance.now() - fromMs >= sliceMs) {
      share = performance.eventLoopUtilization(from).utilization;
      [from, fromMs] = [performance.eventLoopUtilization(), performance.now()];
    }
    return share;
  };
}

/**
 * Returns a function that resolves once this process has time to spare, after five seconds at the latest. While it has time, it
 * resolves without any wait, since a thousand pieces of work would otherwise each wait for a measurement.
 */
export function createIdleWait({
  busy = createMeter(),
  sleep = wait,
}: { busy?: () => number; sleep?: (ms: number) => Promise<unknown> } = {}): () => Promise<void> {
  return async () => {
    for (let waitedMs = 0; waitedMs < longestWaitMs && busy() >= busyShare; waitedMs += sliceMs)
      await sleep(sliceMs);
  };
}

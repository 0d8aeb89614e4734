import { performance } from 'node:perf_hooks';

const sliceMs = 100;
const busyShare = 0.7;

/**
 * Waits until this process has time to spare, at most `longestMs`: who waits for an answer goes first, who waits for a
 * mail has time.
 */
export async function whenCalm(longestMs = 5000): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += sliceMs) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, sliceMs));
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}

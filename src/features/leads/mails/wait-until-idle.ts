import { performance } from 'node:perf_hooks';

const sliceMs = 100;
const busyShare = 0.7;

/**
 * Resolves once this process was less than 70 % busy for 0.1 s, and after `longestMs` at the latest: answers to visitors
 * go before mails.
 */
export async function waitUntilIdle(longestMs = 5000): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += sliceMs) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, sliceMs));
    if (performance.eventLoopUtilization(before).utilization < busyShare) return;
  }
}

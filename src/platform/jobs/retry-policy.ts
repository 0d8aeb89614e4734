import { dayMs, secondMs } from '../durations.ts';

/** Delays double from `firstS` (plus up to as much at random) up to `longestS`. */
export type RetryPolicy = { firstS: number; longestS: number; times: number };

const dayS = dayMs / secondMs;
const heartbeatS = 30;

/**
 * Email: the first retry within a minute, then growing to an hour, so that emails are sent at most an hour after the
 * mail server recovers; given up after about four days.
 */
export const mailRetry: RetryPolicy = { firstS: 20, longestS: 3600, times: 100 };

/** For deleting bytes: retries for about a week. */
export const removalRetry: RetryPolicy = { firstS: 10, longestS: 4 * 3600, times: 50 };

/** Returns the maximum total time of a policy's retries, in seconds. */
export function longestTotalS({ firstS, longestS, times }: RetryPolicy): number {
  const waits = Array.from({ length: times }, (_, n) =>
    Math.min(longestS, firstS * 2 ** Math.min(16, n + 1)),
  );
  return waits.reduce((sum, wait) => sum + wait, 0);
}

/** Returns the queue's pg-boss settings; a waiting job outlives its retries by a month. */
export function queueOptionsOf(retry: RetryPolicy, timeoutS: number) {
  return {
    retryLimit: retry.times,
    retryDelay: retry.firstS,
    retryBackoff: true,
    retryDelayMax: retry.longestS,
    expireInSeconds: timeoutS,
    heartbeatSeconds: heartbeatS,
    retentionSeconds: Math.ceil(longestTotalS(retry)) + 30 * dayS,
    deleteAfterSeconds: dayS,
  };
}

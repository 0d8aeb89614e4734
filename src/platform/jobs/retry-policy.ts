import { dayMs, secondMs } from '../durations.ts';

/** Waits double from `firstS` (each with up to as much again at random) until they reach `longestS`. */
export type RetryPolicy = { firstS: number; longestS: number; times: number };

const dayS = dayMs / secondMs;
const heartbeatS = 30;

/**
 * Mail: the first retry within a minute, then growing to an hour, so that what waited for a mail server has left an hour after it is
 * back; given up after about four days.
 */
export const mailRetry: RetryPolicy = { firstS: 20, longestS: 3600, times: 100 };

/** For deleting bytes: retries for about a week. */
export const removalRetry: RetryPolicy = { firstS: 10, longestS: 4 * 3600, times: 50 };

/** The longest that a policy's retries can take together, in seconds. */
export function longestTotalS({ firstS, longestS, times }: RetryPolicy): number {
  const waits = Array.from({ length: times }, (_, n) =>
    Math.min(longestS, firstS * 2 ** Math.min(16, n + 1)),
  );
  return waits.reduce((sum, wait) => sum + wait, 0);
}

/** The queue's settings in pg-boss's words; a waiting job outlives its retries by a month. */
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

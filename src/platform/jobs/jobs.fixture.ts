import { onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { createJobs, type Jobs } from './jobs.ts';
import type { JobHandler, JobOutcome } from './queue-worker.ts';
import { mailRetry, type RetryPolicy } from './retry-policy.ts';

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const settings = { retry: mailRetry, timeoutS: 60 };
// Jobs in tests are announced or planned, so none is found by polling.
export const pollMs = 3_600_000;

export type Payload = { n: number };

/** A handler that records its calls, and a way to wait for the next one. */
export function recorder(outcome: () => Promise<JobOutcome> = async () => ({ ok: true })) {
  const seen: number[] = [];
  const buried: string[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => waiting.splice(0).forEach((resolve) => resolve());
  const handler: JobHandler<Payload> = {
    async run({ n }) {
      seen.push(n);
      wake();
      return outcome();
    },
    async onPermanentFailure({ n }, reason) {
      buried.push(`${n}: ${reason}`);
      wake();
    },
  };
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { handler, seen, buried, until };
}

/** Starts the queue `test` for the running test. */
export async function startJobs(
  database: Database,
  handler: JobHandler<Payload>,
  retry: RetryPolicy = mailRetry,
  log: Log = quiet,
): Promise<Jobs> {
  const jobs = createJobs({ database, log, pollMs });
  jobs.define('test', { ...settings, retry }, handler);
  await jobs.start();
  onTestFinished(() => jobs.stop());
  return jobs;
}

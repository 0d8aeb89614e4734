import { AsyncLocalStorage } from 'node:async_hooks';
import { currentTraceparent, runInsideSpan, type Tracing } from '../tracing/spans.ts';
import type { JobOutcome, JobRequest } from './jobs.ts';

// Beside what the handler gets: a handler reads its own fields alone.
const key = '_traceparent';

/** The queue of the job that is running. */
const runningIn = new AsyncLocalStorage<string>();

/**
 * Adds the current trace to a job that is due at once. A later job gets none, since the trace would be over by then; nor does a job
 * that follows another of its queue, since their trace might never end.
 */
export function carryTrace<J extends Pick<JobRequest, 'data' | 'startAfter'>>(job: J, queue: string): J {
  const traceparent = currentTraceparent();
  if (traceparent === null || job.startAfter !== undefined || runningIn.getStore() === queue) return job;
  return { ...job, data: { ...job.data, [key]: traceparent } };
}

type Run = {
  readonly tracing: Tracing | null;
  readonly queue: string;
  readonly attempt: number;
  readonly data: object;
};

/** Runs a job as a span: its queue, its attempt and how it ended. What is tried again, minutes or days later, is a trace of its own. */
export async function runInSpan(
  { tracing, queue, attempt, data }: Run,
  work: () => Promise<JobOutcome>,
): Promise<JobOutcome> {
  if (!tracing) return work();
  const told: unknown = attempt === 1 ? Reflect.get(data, key) : null;
  const fields = { 'messaging.destination.name': queue, 'antinode.job.attempt': attempt };
  const start = { name: `job ${queue}`, kind: 'consumer', fields } as const;
  const span = tracing.begin(start, typeof told === 'string' ? told : null);
  try {
    const outcome = await runInsideSpan(span, () => runningIn.run(queue, work));
    const ended = outcome.ok ? 'done' : outcome.permanent ? 'failed for good' : 'failed';
    span.set({ 'antinode.job.outcome': ended });
    if (!outcome.ok) span.fail();
    return outcome;
  } finally {
    span.end();
  }
}

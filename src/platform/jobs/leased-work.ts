import type { Clock } from '../clock.ts';
import { describeFailure } from '../database/sql-state.ts';
import { isDiskFull, isStoreAway } from '../disk-room.ts';
import { minuteMs } from '../durations.ts';
import type { Log } from '../log.ts';
import type { JobOutcome, QueueSettings } from './queue-worker.ts';

// Work of minutes to hours, queued in table rows. A job claims the row that has waited longest with a lease; the row of
// a process that died is claimed again when its lease has expired.

export const leaseMs = 90_000;
const renewEveryMs = leaseMs / 3;
const againAfterMs = minuteMs;
// Each notification makes open pages fetch themselves again.
const tellEveryMs = 5000;

/** Number of attempts before a row is given up. */
export const mostAttempts = 3;

/** The settings of its queue. The jobs hold no row, so one that is lost is made up for by the next; what hangs is ended long before the timeout. */
export const leasedQueue: QueueSettings = {
  retry: { firstS: 60, longestS: 600, times: 5 },
  timeoutS: 24 * 3600,
};

/** The end of a lease that begins or is renewed now: until then no other process begins the work. */
export const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs);

/** How far it is, in percent; with `isTold`, open pages show it. */
export type Progress = { readonly percent: number; readonly isTold: boolean };

/** When an unfinished row may be started again; an interruption does not count as an attempt. */
export type Release = { readonly after: Date; readonly isInterrupted: boolean };

export type Watch = {
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
};

/** The work on one row. */
export type LeasedWork<T> = {
  readonly make: (watch: Watch) => Promise<T>;
  /** Stores the result and ends the lease. */
  readonly keep: (made: T) => Promise<void>;
  /** Stores the progress and renews the lease. */
  readonly keepProgress: (progress: Progress) => Promise<void>;
  readonly release: (release: Release) => Promise<void>;
};

/**
 * Processes one row and renews its lease. If that fails or `signal` interrupts it, the row is released for another
 * attempt.
 */
export async function workUnderLease<T>(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> },
  { make, keep, keepProgress, release }: LeasedWork<T>,
  signal: AbortSignal,
): Promise<JobOutcome> {
  let now = 0;
  let toldAtMs = clock.now().getTime();
  let keeping = Promise.resolve();
  const say = (progress: Progress) => {
    keeping = keeping
      .then(() => keepProgress(progress))
      .catch((error: Error) => log.warn('the progress of a job was not kept', { error }));
  };
  const renewal = setInterval(() => say({ percent: now, isTold: false }), renewEveryMs);
  const onProgress = (percent: number) => {
    const atMs = clock.now().getTime();
    const isTold = percent !== now && atMs >= toldAtMs + tellEveryMs;
    now = percent;
    if (!isTold) return;
    toldAtMs = atMs;
    say({ percent, isTold });
  };
  try {
    const made = await make({ onProgress, signal });
    await keeping;
    await keep(made);
    return { ok: true };
  } catch (error) {
    // A full disk or an unreachable object store is not a failure of the work either.
    const isInterrupted = signal.aborted || isDiskFull(error) || isStoreAway(error);
    const after = new Date(clock.now().getTime() + (signal.aborted ? 0 : againAfterMs));
    await release({ after, isInterrupted });
    return { ok: false, permanent: false, reason: describeFailure(error) };
  } finally {
    clearInterval(renewal);
  }
}

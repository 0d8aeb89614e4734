import type { Clock } from '../clock.ts';
import { isDatabaseAway, isOutOfRoom } from '../database/sql-state.ts';
import { isDiskAway } from '../disk-room.ts';
import type { Log, LogFields } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';

/** The services that the product needs, by their names in logs and metrics. */
export const parts = ['database', 'file store', 'mail server'] as const;

export type Part = (typeof parts)[number];

export type Outages = {
  /** The log to use from here on: failures caused by an outage are counted, not written. */
  readonly log: Log;
  /** Registers a service's health check, which runs every second from its first failure until it succeeds. */
  readonly watch: (part: Part, ask: () => Promise<unknown>) => void;
  readonly failed: (part: Part, fields: LogFields) => void;
  readonly answered: (part: Part) => void;
  readonly isAway: (part: Part) => boolean;
  /** Stops checking the parts. */
  readonly stop: () => void;
};

type Outage = { readonly since: Date; failed: number };

const askEveryMs = 1000;
const answerWithinMs = 5000;

/** Returns the unavailable service that these fields refer to; null if there is none. */
function partIn(fields: LogFields): Part | null {
  const errors = Object.values(fields).filter((value) => value instanceof Error);
  if (errors.some((error) => isDatabaseAway(error) || isOutOfRoom(error))) return 'database';
  return errors.some(isDiskAway) ? 'file store' : null;
}

/**
 * Logs the start of an outage once as `error` with its first failure, and its end once, with its duration and the
 * number of failures.
 */
export function createOutages({ log, clock }: { readonly log: Log; readonly clock: Clock }): Outages {
  const away = new Map<Part, Outage>();
  const asks = new Map<Part, () => Promise<unknown>>();
  const timers = new Map<Part, NodeJS.Timeout>();

  function answered(part: Part): void {
    const outage = away.get(part);
    if (!outage) return;
    away.delete(part);
    const awayS = Math.round((clock.now().getTime() - outage.since.getTime()) / 1000);
    log.info(`the ${part} is back`, { awayS, failed: outage.failed });
  }

  function askSoon(part: Part): void {
    const ask = asks.get(part);
    if (!ask) return;
    const timer = setTimeout(() => {
      // The check may throw at once.
      withTimeout(Promise.resolve().then(ask), answerWithinMs).then(
        () => answered(part),
        () => timers.get(part) === timer && askSoon(part),
      );
    }, askEveryMs).unref();
    timers.set(part, timer);
  }

  function failed(part: Part, fields: LogFields): void {
    const outage = away.get(part);
    if (outage) {
      outage.failed += 1;
      return;
    }
    away.set(part, { since: clock.now(), failed: 1 });
    log.error(`the ${part} is away`, fields);
    askSoon(part);
  }

  const unlessAway =
    (level: 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const part = partIn(fields);
      if (part === null) log[level](event, fields);
      else failed(part, { first: event, ...fields });
    };

  return {
    log: { info: log.info, warn: unlessAway('warn'), error: unlessAway('error') },
    watch(part, ask) {
      asks.set(part, ask);
      // The part may have failed while the server started.
      if (away.has(part)) askSoon(part);
    },
    failed,
    answered,
    isAway: (part) => away.has(part),
    stop() {
      asks.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}

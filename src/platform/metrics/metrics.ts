import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { hourMs } from '../durations.ts';
import { createMetricReader, type ReadingTimes } from './metric-reader.ts';
import type { MetricGroup } from './metric-group.ts';
import { createRequestMetrics } from './request-metrics.ts';

export type Metrics = {
  /** Starts to measure a response; call it before anything is written. */
  readonly measure: ReturnType<typeof createRequestMetrics>;
  /** Adds measures that are read at each scrape. */
  readonly watch: (groups: readonly MetricGroup[]) => void;
  /** True if a request with this `Authorization` may read the metrics. Takes the same time for any value. */
  readonly isReader: (authorization: string | undefined) => boolean;
  /** All of them in Prometheus' text format. Never throws for what could not be looked at. */
  readonly text: () => Promise<{ readonly type: string; readonly body: string }>;
};

const usualTimes: ReadingTimes = { freshMs: 5000, answerWithinMs: 3000 };

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Node's own figures. Left out are the percentiles of the event loop's lag, for which a timer would wake the process all the time,
 * and sums of what is told one by one, whose names Prometheus keeps for counters.
 */
function addProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: hourMs });
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    register.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
  for (const name of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${name}_total`);
}

/** The metrics of one server, in a registry of its own. With `ofProcess` Node's figures are among them, which one of a process may have. */
export function createMetrics({
  token,
  ofProcess = false,
  times = usualTimes,
}: {
  readonly token: string;
  readonly ofProcess?: boolean;
  readonly times?: ReadingTimes;
}): Metrics {
  const registry = new Registry();
  const expected = hashOf(`Bearer ${token}`);
  const readers: (() => Promise<void>)[] = [];
  const measure = createRequestMetrics(registry);
  if (ofProcess) addProcessMetrics(registry);
  return {
    measure,
    watch: (groups) => void readers.push(...groups.map((one) => createMetricReader(registry, one, times))),
    isReader: (authorization = '') => timingSafeEqual(hashOf(authorization), expected),
    async text() {
      await Promise.all(readers.map((read) => read()));
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}

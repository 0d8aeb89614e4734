import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import type { MetricGroup } from './metric-group.ts';

/** The prefix of every name. */
export const metricPrefix = 'antinode_';

export type ReadingTimes = { readonly freshMs: number; readonly answerWithinMs: number };

function gaugeOf(registry: Registry, name: string, help: string, label?: string): Gauge {
  const full = metricPrefix + name;
  const known = registry.getSingleMetric(full) as Gauge | undefined;
  const labelNames = label === undefined ? [] : [label];
  if (known) return known;
  const made = new Gauge({ name: full, help, labelNames, registers: [registry] });
  // The library starts a metric without a label at 0, which was not measured.
  if (label === undefined) made.remove();
  return made;
}

/** One metric of one measure: it drops values that the measure no longer gives, and no other measure's. */
function createShown(gauge: Gauge, label: string | undefined) {
  let shown = new Set<string>();
  return (given: Awaited<ReturnType<MetricGroup['read']>>[string] | undefined) => {
    const readings = given === undefined ? [] : typeof given === 'number' ? [{ value: given }] : given;
    const before = shown;
    shown = new Set();
    for (const { of = '', value } of readings) {
      if (label === undefined) gauge.set(value);
      else gauge.set({ [label]: of }, value);
      shown.add(of);
    }
    for (const of of before) if (!shown.has(of)) gauge.remove(...(label === undefined ? [] : [of]));
  };
}

/**
 * Updates the registry with the values of a measure. Concurrent calls share one reading. A measure that fails or takes
 * too long is omitted, and not called again before it has ended.
 */
export function createMetricReader(
  registry: Registry,
  { name, gauges, read, freshMs }: MetricGroup,
  times: ReadingTimes,
): () => Promise<void> {
  const isRead = gaugeOf(registry, 'measured', 'Whether this could be looked at just now.', 'what');
  const shown = Object.entries(gauges).map(([metric, { help, label }]) => {
    const show = createShown(gaugeOf(registry, metric, help, label), label);
    return [metric, show] as const;
  });
  let underWay: ReturnType<MetricGroup['read']> | null = null;
  let freshUntil = -Infinity;

  async function look(): Promise<void> {
    // A reading that throws at once is one that fails.
    underWay ??= Promise.resolve()
      .then(read)
      .finally(() => (underWay = null));
    const values = await withTimeout(underWay, times.answerWithinMs);
    freshUntil = performance.now() + (freshMs?.(values) ?? times.freshMs);
    for (const [metric, show] of shown) show(values[metric]);
    isRead.set({ what: name }, 1);
  }

  return async () => {
    if (underWay === null && performance.now() < freshUntil) return;
    try {
      await look();
    } catch {
      freshUntil = -Infinity;
      for (const [, show] of shown) show(undefined);
      isRead.set({ what: name }, 0);
    }
  };
}

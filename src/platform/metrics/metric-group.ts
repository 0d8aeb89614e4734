/** A value, and the label that tells it apart from others. */
type Reading = { readonly of?: string; readonly value: number };

/** Metrics that are computed at each scrape. */
export type MetricGroup = {
  readonly name: string;
  /** By the metric's name: its help text, and the name of its label. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly label?: string }>>;
  /** The values by the metric's name; one that is missing is not known. Two groups may share a metric that has a label. */
  readonly read: () => Promise<Readonly<Record<string, number | readonly Reading[]>>>;
  /** How long values stay fresh, in milliseconds. */
  readonly freshMs?: (values: Awaited<ReturnType<MetricGroup['read']>>) => number;
};

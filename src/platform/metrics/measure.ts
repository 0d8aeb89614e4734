/** One number, and of which of several things it is. */
type Reading = { readonly of?: string; readonly value: number };

/** A measure that is computed each time the metrics are read. */
export type Measure = {
  readonly name: string;
  /** By the metric's name: what it says, and what its values are told apart by. */
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly label?: string }>>;
  /** The values by the metric's name; one that is missing is not known. Two measures may share a metric that has a label. */
  readonly read: () => Promise<Readonly<Record<string, number | readonly Reading[]>>>;
  /** For how long an answer is good. */
  readonly freshMs?: number;
};

/** Returns the value below which `share` (0 to 1) of the values lie; NaN for no values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

/** Returns the median; for an even number of values the lower of the two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

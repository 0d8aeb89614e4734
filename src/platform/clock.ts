/** The present, passed in so that tests choose it. */
export type Clock = { now: () => Date };

export const systemClock: Clock = { now: () => new Date() };

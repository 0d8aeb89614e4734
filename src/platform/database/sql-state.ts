/** Somebody else won a race inside the database; trying again sees their work. */
export class RaceError extends Error {
  override name = 'RaceError';
}

/** The SQLSTATE of a failed statement, wherever in the chain of causes the driver left it. */
function sqlStateOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[\dA-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return null;
}

// Unique violation, serialization failure, deadlock.
const raceStates = new Set(['23505', '40001', '40P01']);

export const isRace = (error: unknown) =>
  error instanceof RaceError || raceStates.has(sqlStateOf(error) ?? '');

/** Is the database starting, or replaying its log after a crash? Soon it answers. */
export const isComingUp = (error: unknown) => sqlStateOf(error) === '57P03';

/** Did the database answer, and refuse this very statement? Then its neighbours may still be fine. */
export function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 08 connection, 53 resources, 57 shutdown: these are about everybody.
  return state !== null && !/^(08|53|57)/.test(state);
}

/**
 * Why something failed, fit for a log: without the statement and its parameters, which hold what somebody typed, and without
 * the value that a data error (class 22) quotes.
 */
export function describeFailure(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  if (!(innermost instanceof Error)) return 'not an error';
  const state = sqlStateOf(error);
  if (state === null) return `${innermost.name}: ${innermost.message}`;
  return state.startsWith('22')
    ? `${innermost.name} ${state}`
    : `${innermost.name} ${state}: ${innermost.message}`;
}

import { isStoreAway } from '../disk-room.ts';
import { QueryDeadlineError } from './query-deadline.ts';

const attempts = 3;

/** Retries work that lost a race: another process stored the same or a related row at the same moment. */
export async function retryRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
    }
  }
}

/** Another transaction won a race in the database; a retry sees its changes. */
export class RaceError extends Error {
  override name = 'RaceError';
}

/** Returns the SQLSTATE of a failed statement from anywhere in its chain of causes. */
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

// 08 connection, 53 resources, 57 shutdown: these affect every request.
const everybodysStates = /^(?:08|53|57)/;
// 57014 is a single statement timeout. Within class 53, a full disk or memory still allows simple queries; too many
// connections do not.
const awayStates = /^(?:08|53300|57P)/;
const refusedCodes = new Set<unknown>([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const brokenCodes = new Set<unknown>([...refusedCodes, 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']);
// Errors of the driver and its pool without a code.
const brokenMessages =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/** Returns true for an error of the job queue, which only queries the database. */
export class JobQueueError extends Error {
  override name = 'JobQueueError';
}

const isOfDatabase = (error: Error) =>
  error instanceof JobQueueError || ('query' in error && 'params' in error);

/**
 * Returns true if an error means that the database is unreachable. A broken connection may be a client's, so it counts
 * only during a statement. A refused connection counts unless it is from `fetch` or the object store.
 */
export function isDatabaseAway(error: unknown): boolean {
  let codes: ReadonlySet<unknown> = refusedCodes;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message === 'fetch failed' || isStoreAway(cause)) return false;
    if (cause instanceof QueryDeadlineError || brokenMessages.test(cause.message)) return true;
    if (isOfDatabase(cause)) codes = brokenCodes;
    if ('code' in cause && codes.has(cause.code)) return true;
  }
  return awayStates.test(sqlStateOf(error) ?? '');
}

// The states of a full disk and of a read-only database, such as the embedded engine when its disk is nearly full.
const fullStates = new Set(['53100', '25006']);

/** Returns true if the database has no space to store something. Reads still work. */
export const isOutOfRoom = (error: unknown) => fullStates.has(sqlStateOf(error) ?? '');

/** Runs an optional write, such as a note about a read, and ignores a full database. */
export async function storeIfRoom(store: () => Promise<unknown>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
  }
}

/** Returns true if the database is starting or replaying its log, and will soon respond. */
export const isComingUp = (error: unknown) => sqlStateOf(error) === '57P03';

/** Returns true if the database refused this particular statement, so that others may succeed. */
export function isStatementRefused(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== null && !everybodysStates.test(state);
}

/**
 * Returns a reason that is safe to log: without the statement and its parameters, which contain user input, and without
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

import { and, eq, gte, inArray, isNull, lt, lte, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { leaseFrom, mostAttempts, type Release } from './leased-work.ts';

/** The columns of a table whose rows wait for leased work. */
type LeaseColumns = {
  /** 'waiting', the state in which somebody works on it, and what comes of it. */
  readonly state: AnyColumn;
  readonly attempts: AnyColumn;
  /** Nobody else begins the row before then. */
  readonly leasedUntil: AnyColumn;
};

/** The rows of a table as a queue of leased work: which of them may be begun, and what is written at each step. */
export function leaseQueueOf({ state, attempts, leasedUntil }: LeaseColumns, doing: string) {
  /** Waits, or was begun by somebody whose lease has run out. */
  const isFree = (now: Date): SQL | undefined =>
    and(inArray(state, ['waiting', doing]), or(isNull(leasedUntil), lte(leasedUntil, now)));
  const isBegun = eq(state, doing);
  return {
    isFree,
    /** Somebody works on it, or could begin to. */
    isUnderWay: (now: Date): SQL | undefined => or(isBegun, isFree(now)),
    /** Was begun by somebody who has died: the lease has run out. */
    isLeft: (now: Date): SQL | undefined => and(isBegun, lte(leasedUntil, now)),
    /** Somebody works on it, or has died meanwhile. */
    isBegun,
    /** Was begun so often that it is given up. */
    isSpent: gte(attempts, mostAttempts),
    isUnspent: lt(attempts, mostAttempts),
    /** Written when somebody begins it. */
    begun: (now: Date) => ({ attempts: sql<number>`${attempts} + 1`, leasedUntil: leaseFrom(now) }),
    /** Written to let somebody else begin it again from `after` on; where it was only interrupted, that was no attempt. */
    released: ({ after, isInterrupted }: Release) => ({
      state: 'waiting' as const,
      leasedUntil: after,
      attempts: sql<number>`${attempts} - ${isInterrupted ? 1 : 0}::integer`,
    }),
  };
}

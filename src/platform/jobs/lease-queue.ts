import { and, eq, gte, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database.ts';
import { leaseFrom, mostAttempts, type Release } from './leased-work.ts';

/** A table whose rows wait for leased work. */
type LeasedTable = PgTable & {
  /** 'waiting', the state in which somebody works on it, and what comes of it. */
  readonly state: PgColumn;
  readonly attempts: PgColumn;
  /** Nobody else begins the row before then. */
  readonly leasedUntil: PgColumn;
};

type Rules<Name extends string, Values> = {
  /** The state in which somebody works on a row. */
  readonly doing: string;
  /** The columns that name a row. */
  readonly key: Readonly<Record<Name, PgColumn>>;
  /** Which row is begun first. */
  readonly order: readonly SQL[];
  /** Written when a row is begun, beside its lease. */
  readonly begun?: Values;
  /** What else must be true before a row is begun. */
  readonly isReady?: (now: Date) => SQL;
};

/** The rows of a table as a queue of leased work. The `values` of a step are written beside the lease. */
export function leaseQueueOf<Row extends object, Name extends string>(
  table: LeasedTable & { readonly $inferInsert: Row },
  { doing, key, order, begun, isReady }: Rules<Name, Partial<Row>>,
) {
  type Key = Readonly<Record<Name, string>>;
  type Values = Partial<Row>;
  const rows: PgTable = table;
  const { state, attempts, leasedUntil } = table;
  const columns = Object.entries<PgColumn>(key);
  const isBegun = eq(state, doing);
  /** Waits, or was begun by somebody whose lease has run out. */
  const isFree = (now: Date) =>
    and(inArray(state, ['waiting', doing]), or(isNull(leasedUntil), lte(leasedUntil, now)));
  const isDue = (now: Date) => and(isFree(now), isReady?.(now));
  const isHeld = (held: Key) =>
    and(isBegun, ...columns.map(([name, column]) => eq(column, held[name as Name])));
  const update = (db: Db, values: object, where: SQL | undefined) =>
    db.update(rows).set(values).where(where).returning(key) as Promise<Key[]>;
  return {
    /** Somebody works on it, or could begin to. */
    isUnderWay: (now: Date) => or(isBegun, isFree(now)),
    /** Was begun by somebody who has died: the lease has run out. */
    isAbandoned: (now: Date) => and(isBegun, lte(leasedUntil, now)),
    /** Somebody works on it, or has died meanwhile. */
    isBegun,
    /** This row is begun. */
    isHeld,
    /** True if any row can be begun. */
    hasDue: async (db: Db, now: Date) => (await db.$count(rows, isDue(now))) > 0,
    /** Gives up what was begun several times and never ended, and returns it. */
    giveUp: (db: Db, now: Date, values: Values) =>
      update(db, { leasedUntil: null, ...values }, and(isDue(now), gte(attempts, mostAttempts))),
    /** Claims the first row that is due, so that no other process begins it meanwhile; null if none is. */
    async claim(db: Db, now: Date): Promise<Key | null> {
      const first = db
        .select(key)
        .from(rows)
        .where(and(isDue(now), lt(attempts, mostAttempts)))
        .orderBy(...order)
        .limit(1)
        .for('update', { skipLocked: true });
      const leased = { state: doing, attempts: sql`${attempts} + 1`, leasedUntil: leaseFrom(now) };
      const names = sql.join(Object.values<PgColumn>(key), sql`, `);
      const [claimed] = await update(db, { ...leased, ...begun }, sql`(${names}) = ${first}`);
      return claimed ?? null;
    },
    /** Renews the lease of a claimed row. */
    async renew(db: Db, held: Key, now: Date, values?: Values): Promise<void> {
      await update(db, { leasedUntil: leaseFrom(now), ...values }, isHeld(held));
    },
    /** Lets somebody else begin it again from `after` on; where it was only interrupted, that was no attempt. */
    async release(db: Db, held: Key, { after, isInterrupted }: Release, values?: Values): Promise<void> {
      const counted = sql`${attempts} - ${isInterrupted ? 1 : 0}::integer`;
      await update(db, { state: 'waiting', leasedUntil: after, attempts: counted, ...values }, isHeld(held));
    },
  };
}

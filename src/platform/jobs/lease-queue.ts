import { and, eq, gte, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database.ts';
import { leaseFrom, mostAttempts, type Release } from './leased-work.ts';

/** A table whose rows are a queue of leased work. */
type LeasedTable = PgTable & {
  /** 'waiting', the working state, and the results. */
  readonly state: PgColumn;
  readonly attempts: PgColumn;
  /** The lease: no other process starts the row before then. */
  readonly leasedUntil: PgColumn;
};

type Rules<Name extends string, Values> = {
  /** State of a row that is being processed. */
  readonly doing: string;
  /** The columns that name a row. */
  readonly key: Readonly<Record<Name, PgColumn>>;
  /** Order in which rows are processed. */
  readonly order: readonly SQL[];
  /** Values written together with the lease when a row is claimed. */
  readonly begun?: Values;
  /** Additional condition for claiming a row. */
  readonly isReady?: (now: Date) => SQL;
};

/** The rows of a table as a queue of leased work. The `values` of a step are written together with the lease. */
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
  /** Waiting, or claimed with an expired lease. */
  const isFree = (now: Date) =>
    and(inArray(state, ['waiting', doing]), or(isNull(leasedUntil), lte(leasedUntil, now)));
  const isDue = (now: Date) => and(isFree(now), isReady?.(now));
  const isHeld = (held: Key) =>
    and(isBegun, ...columns.map(([name, column]) => eq(column, held[name as Name])));
  const update = (db: Db, values: object, where: SQL | undefined) =>
    db.update(rows).set(values).where(where).returning(key) as Promise<Key[]>;
  return {
    /** Being processed, or claimable. */
    isUnderWay: (now: Date) => or(isBegun, isFree(now)),
    /** Claimed by a process that died: its lease has expired. */
    isAbandoned: (now: Date) => and(isBegun, lte(leasedUntil, now)),
    /** Claimed, with a valid or expired lease. */
    isBegun,
    /** This row is begun. */
    isHeld,
    /** True if any row can be begun. */
    hasDue: async (db: Db, now: Date) => (await db.$count(rows, isDue(now))) > 0,
    /** Gives up rows that were started too often without finishing, and returns them. */
    giveUp: (db: Db, now: Date, values: Values) =>
      update(db, { leasedUntil: null, ...values }, and(isDue(now), gte(attempts, mostAttempts))),
    /** Claims the first row that is due, for this process only; returns null if there is none. */
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
    /** Releases the row until `after`; an interruption does not count as an attempt. */
    async release(db: Db, held: Key, { after, isInterrupted }: Release, values?: Values): Promise<void> {
      const counted = sql`${attempts} - ${isInterrupted ? 1 : 0}::integer`;
      await update(db, { state: 'waiting', leasedUntil: after, attempts: counted, ...values }, isHeld(held));
    },
  };
}

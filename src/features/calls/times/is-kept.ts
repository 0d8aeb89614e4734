import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { calls } from '../call.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** Matches times that were offered and can be taken: they are kept and to come, and their host has not been disabled. */
export const isKept = (db: Db, now: Date): SQL | undefined =>
  and(
    eq(calls.state, 'offered'),
    gt(calls.holdUntil, now),
    gt(calls.startsAt, now),
    inArray(calls.hostId, db.select({ id: people.id }).from(people).where(isNull(people.disabledAt))),
  );

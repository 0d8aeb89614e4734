import { and, asc, eq, gt } from 'drizzle-orm';
import { calls, takesTime } from '../call.table.ts';
import { callHosts, hostZone } from '../host.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { wallClock } from './wall-clock.ts';

/** A call that clocks show at another time than they did when it was taken. */
export type ShiftedCall = {
  readonly callId: string;
  readonly whose: 'visitor' | 'host';
  readonly timeZone: string;
  /** The local time that the person was told: "2026-11-23 14:45 +05:45". */
  readonly told: string;
  /** The local time by this process's rules of zones; `unknown` if it does not know the zone. */
  readonly now: string;
};

const shownNow = (ms: number, timeZone: string): string => {
  try {
    return wallClock(ms, timeZone);
  } catch {
    return 'unknown';
  }
};

/**
 * Lists upcoming calls whose local time no longer is what people were told, because the rules of a zone have changed since. The
 * moment of a call does not change.
 */
export async function listShiftedCalls(db: Db, now: Date): Promise<ShiftedCall[]> {
  const { id, startsAt, visitorZone, visitorClock, hostClock } = calls;
  const coming = await db
    .select({ id, startsAt, visitorZone, visitorClock, hostClock, hostZone })
    .from(calls)
    .innerJoin(callHosts, eq(callHosts.personId, calls.hostId))
    .where(and(takesTime, gt(startsAt, now)))
    .orderBy(asc(startsAt), asc(id));
  return coming
    .flatMap((call) => {
      const of = (whose: ShiftedCall['whose'], timeZone: string, told: string): ShiftedCall => ({
        callId: call.id,
        whose,
        timeZone,
        told,
        now: shownNow(call.startsAt.getTime(), timeZone),
      });
      return [of('visitor', call.visitorZone, call.visitorClock), of('host', call.hostZone, call.hostClock)];
    })
    .filter(({ told, now: shown }) => told !== shown);
}

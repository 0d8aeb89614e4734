import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { queueCallMails, queueHandover } from '#src/features/calls/mails/queue-call-mails.ts';
import { calls, type Call } from '#src/features/calls/records/call.table.ts';
import {
  recordHostTurn,
  findPlace,
  lockTimes,
  type Place,
  type WantedPlace,
} from '#src/features/calls/times/find-place.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { markLeadBooked, recordCall, restartLeadWait, type CallChange } from './book-call.ts';

/** Who changes a call: a team member, or a visitor who has the address of its page. */
export type By = {
  readonly actor: Actor;
  readonly isTeams: boolean;
  /** The number of the call's last change that they saw; if the call has changed since, their change is refused. */
  readonly sequence?: number | undefined;
};

/**
 * Why a call was not changed: it does not exist, it is over or no longer booked, the time is taken, its visitor has changed it too
 * often (which limits the mails sent to an unverified address), or it was changed meanwhile.
 */
export type Unchanged = 'not-found' | 'not-booked' | 'taken' | 'too-often' | 'changed';

export type Changed = Outcome<Unchanged, { readonly call: Call }>;

/** How often a visitor may change one call: each change sends mails. Cancelling stays possible, and ends it. */
const mostVisitorChanges = 10;

const causeOf = ({ isTeams }: By) => (isTeams ? 'team' : 'visitor');

const isTooOften = ({ isTeams }: By, { sequence }: Call) => !isTeams && sequence >= mostVisitorChanges;

/** Has the call been changed since they saw it? */
const isStale = ({ sequence }: By, call: Call) => sequence !== undefined && sequence !== call.sequence;

type Verb = (tx: Db, call: Call) => Promise<Changed>;

/** Locks times, then the call, and changes it; what is refused changes nothing. */
const changing = (db: Db, callId: string, verb: Verb): Promise<Changed> =>
  db.transaction(async (tx): Promise<Changed> => {
    await lockTimes(tx);
    const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    if (!call) return { ok: false, reason: 'not-found' };
    return verb(tx, call);
  });

/** Changes the row; calendars get to know it by the next number. */
async function store(
  tx: Db,
  { now }: CallChange,
  { id, hostId }: Call,
  change: Partial<typeof calls.$inferInsert>,
): Promise<Call> {
  const next = { ...change, sequence: sql`${calls.sequence} + 1` };
  const [call] = await tx.update(calls).set(next).where(eq(calls.id, id)).returning();
  if (!call) throw new Error('A locked call is gone');
  if (call.hostId !== hostId) await recordHostTurn(tx, now, call.hostId);
  return call;
}

/** A call of the same length at another time, or with another host. */
const placeFor = (
  tx: Db,
  { now }: CallChange,
  call: Call,
  wanted: Pick<WantedPlace, 'startMs' | 'hostId' | 'isTeams' | 'isUnlessBusy'> & { visitorZone?: string },
): Promise<Place | null> =>
  findPlace(tx, now, {
    visitorZone: call.visitorZone,
    lengthMin: (call.endsAt.getTime() - call.startsAt.getTime()) / minuteMs,
    exceptCallId: call.id,
    ...wanted,
  });

/** Moves a booked call that has not begun; nothing changes where it stands there already. */
export const moveCall = (
  db: Db,
  desk: CallChange,
  by: By,
  callId: string,
  to: { readonly startMs: number; readonly hostId?: string; readonly visitorZone?: string },
): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (isTooOften(by, call)) return { ok: false, reason: 'too-often' };
    const isSameHost = to.hostId === undefined || to.hostId === call.hostId;
    const isThere = call.startsAt.getTime() === to.startMs && isSameHost;
    if (call.state === 'booked' && isThere) return { ok: true, call };
    if (isStale(by, call)) return { ok: false, reason: 'changed' };
    if (call.state !== 'booked' || call.startsAt <= desk.now) return { ok: false, reason: 'not-booked' };
    // The present host keeps the call if they are free; otherwise another host takes it.
    const place =
      (await placeFor(tx, desk, call, { hostId: call.hostId, ...to, isTeams: by.isTeams })) ??
      (await placeFor(tx, desk, call, { ...to, isTeams: by.isTeams }));
    if (!place) return { ok: false, reason: 'taken' };
    const moved = await store(tx, desk, call, place);
    await recordCall(tx, desk, by.actor, 'call-moved', moved);
    if (moved.hostId === call.hostId) await queueCallMails(tx, desk, moved, causeOf(by), 'moved');
    else await queueHandover(tx, desk, moved, causeOf(by), call);
    return { ok: true, call: moved };
  });

/** Cancels a booked call; its time is free again. Doing it again changes nothing. */
export const cancelCall = (
  db: Db,
  desk: CallChange,
  by: By,
  callId: string,
  reason: string,
): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === 'cancelled') return { ok: true, call };
    if (isStale(by, call)) return { ok: false, reason: 'changed' };
    if (call.state !== 'booked' || call.startsAt <= desk.now) return { ok: false, reason: 'not-booked' };
    const cancelledBy = by.isTeams ? 'team' : 'visitor';
    const cancelled = await store(tx, desk, call, { state: 'cancelled', cancelledBy, reason });
    await restartLeadWait(tx, desk, cancelled);
    await recordCall(tx, desk, by.actor, 'call-cancelled', cancelled);
    await queueCallMails(tx, desk, cancelled, causeOf(by), 'cancelled');
    return { ok: true, call: cancelled };
  });

/** Takes a cancellation back while the time is still free, for calendars as another event: they have deleted the first. */
export const restoreCall = (db: Db, desk: CallChange, by: By, callId: string): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === 'booked') return { ok: true, call };
    if (isTooOften(by, call)) return { ok: false, reason: 'too-often' };
    const isTheirs = by.isTeams || call.cancelledBy === 'visitor';
    if (call.state !== 'cancelled' || !isTheirs || call.startsAt <= desk.now)
      return { ok: false, reason: 'not-booked' };
    // A visitor who cancelled a minute ago may have the same time back, whatever the notice.
    const startMs = call.startsAt.getTime();
    const free = { isTeams: true, isUnlessBusy: !by.isTeams };
    const place =
      (await placeFor(tx, desk, call, { startMs, hostId: call.hostId, ...free })) ??
      (await placeFor(tx, desk, call, { startMs, isTeams: false }));
    if (!place) return { ok: false, reason: 'taken' };
    const restored = await store(tx, desk, call, {
      ...place,
      state: 'booked',
      cancelledBy: null,
      reason: '',
      generation: call.generation + 1,
    });
    await markLeadBooked(tx, desk, by.actor, restored);
    await recordCall(tx, desk, by.actor, 'call-restored', restored);
    await queueCallMails(tx, desk, restored, causeOf(by), 'booked');
    return { ok: true, call: restored };
  });

/** Notes whether a call that has begun took place; one that was missed leaves its lead waiting for another time. */
export const markCall = (
  db: Db,
  desk: CallChange,
  actor: Actor,
  callId: string,
  state: 'happened' | 'missed',
): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === state) return { ok: true, call };
    const isOver = ['booked', 'happened', 'missed'].includes(call.state) && call.startsAt <= desk.now;
    if (!isOver) return { ok: false, reason: 'not-booked' };
    const marked = await store(tx, desk, call, { state });
    if (state === 'missed') await restartLeadWait(tx, desk, marked);
    else if (call.state === 'missed') await markLeadBooked(tx, desk, actor, marked);
    await recordCall(tx, desk, actor, `call-${state}`, marked);
    return { ok: true, call: marked };
  });

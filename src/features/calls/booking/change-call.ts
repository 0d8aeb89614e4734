import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { queueCallMails, queueHandover } from '../emails/queue-call-mails.ts';
import { calls, type Call } from '../call.table.ts';
import { recordHostTurn, findSlot, lockTimes, type Slot, type WantedSlot } from '../times/find-slot.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { markLeadBooked, recordCall, restartLeadWait, type CallServices } from './book-call.ts';

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
export type ChangeRefusal = 'not-found' | 'not-booked' | 'taken' | 'too-often' | 'changed';

export type Changed = Outcome<ChangeRefusal, { readonly call: Call }>;

/** How often a visitor may change one call: each change sends mails. Cancelling stays possible, and ends it. */
const mostVisitorChanges = 10;

const sideOf = ({ isTeams }: By) => (isTeams ? 'team' : 'visitor');

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
  { now }: CallServices,
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
const slotFor = (
  tx: Db,
  { now }: CallServices,
  call: Call,
  wanted: Pick<WantedSlot, 'startMs' | 'hostId' | 'mode'> & { visitorZone?: string },
): Promise<Slot | null> =>
  findSlot(tx, now, {
    visitorZone: call.visitorZone,
    lengthMin: (call.endsAt.getTime() - call.startsAt.getTime()) / minuteMs,
    exceptCallId: call.id,
    ...wanted,
  });

/** Moves a booked call that has not begun; nothing changes where it stands there already. */
export const moveCall = (
  db: Db,
  services: CallServices,
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
    if (call.state !== 'booked' || call.startsAt <= services.now) return { ok: false, reason: 'not-booked' };
    // The present host keeps the call if they are free; otherwise another host takes it.
    const slot =
      (await slotFor(tx, services, call, { hostId: call.hostId, ...to, mode: sideOf(by) })) ??
      (await slotFor(tx, services, call, { ...to, mode: sideOf(by) }));
    if (!slot) return { ok: false, reason: 'taken' };
    const moved = await store(tx, services, call, slot);
    await recordCall(tx, services, by.actor, 'call-moved', moved);
    if (moved.hostId === call.hostId) await queueCallMails(tx, services, moved, sideOf(by), 'moved');
    else await queueHandover(tx, services, moved, sideOf(by), call);
    return { ok: true, call: moved };
  });

/** Cancels a booked call; its time is free again. Doing it again changes nothing. */
export const cancelCall = (
  db: Db,
  services: CallServices,
  by: By,
  callId: string,
  reason: string,
): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === 'cancelled') return { ok: true, call };
    if (isStale(by, call)) return { ok: false, reason: 'changed' };
    if (call.state !== 'booked' || call.startsAt <= services.now) return { ok: false, reason: 'not-booked' };
    const cancelled = await store(tx, services, call, {
      state: 'cancelled',
      cancelledBy: sideOf(by),
      reason,
    });
    await restartLeadWait(tx, services, cancelled);
    await recordCall(tx, services, by.actor, 'call-cancelled', cancelled);
    await queueCallMails(tx, services, cancelled, sideOf(by), 'cancelled');
    return { ok: true, call: cancelled };
  });

/** Takes a cancellation back while the time is still free, for calendars as another event: they have deleted the first. */
export const restoreCall = (db: Db, services: CallServices, by: By, callId: string): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === 'booked') return { ok: true, call };
    if (isTooOften(by, call)) return { ok: false, reason: 'too-often' };
    const isTheirs = by.isTeams || call.cancelledBy === 'visitor';
    if (call.state !== 'cancelled' || !isTheirs || call.startsAt <= services.now)
      return { ok: false, reason: 'not-booked' };
    // A visitor who cancelled a minute ago may have the same time back, whatever the notice.
    const startMs = call.startsAt.getTime();
    const mode = by.isTeams ? 'team' : 'team-unless-busy';
    const slot =
      (await slotFor(tx, services, call, { startMs, hostId: call.hostId, mode })) ??
      (await slotFor(tx, services, call, { startMs }));
    if (!slot) return { ok: false, reason: 'taken' };
    const restored = await store(tx, services, call, {
      ...slot,
      state: 'booked',
      cancelledBy: null,
      reason: '',
      generation: call.generation + 1,
    });
    await markLeadBooked(tx, services, by.actor, restored);
    await recordCall(tx, services, by.actor, 'call-restored', restored);
    await queueCallMails(tx, services, restored, sideOf(by), 'booked');
    return { ok: true, call: restored };
  });

/** Notes whether a call that has begun took place; one that was missed leaves its lead waiting for another time. */
export const markCall = (
  db: Db,
  services: CallServices,
  actor: Actor,
  callId: string,
  state: 'happened' | 'missed',
): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === state) return { ok: true, call };
    const isOver = ['booked', 'happened', 'missed'].includes(call.state) && call.startsAt <= services.now;
    if (!isOver) return { ok: false, reason: 'not-booked' };
    const marked = await store(tx, services, call, { state });
    if (state === 'missed') await restartLeadWait(tx, services, marked);
    else if (call.state === 'missed') await markLeadBooked(tx, services, actor, marked);
    await recordCall(tx, services, actor, `call-${state}`, marked);
    return { ok: true, call: marked };
  });

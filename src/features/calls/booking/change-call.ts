import { eq, sql } from 'drizzle-orm';
import type { Actor } from '#src/features/accounts/people/record-activity.ts';
import { queueCallMails, queueHandover } from '../emails/queue-call-mails.ts';
import { calls, type Call } from '../call.table.ts';
import { recordHostTurn, findSlot, lockTimes, type Slot, type WantedSlot } from '../times/find-slot.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { markLeadBooked, recordCall, restartLeadWait, type CallServices } from './book-call.ts';

/** The person who changes a call: a team member, or a visitor with the address of its page. */
export type By = {
  readonly actor: Actor;
  readonly isTeams: boolean;
  /** The SEQUENCE that they saw; the change is refused if the call has changed since. */
  readonly sequence?: number | undefined;
};

/**
 * Why a change was refused: the call does not exist, is over or no longer booked, the time is taken, the visitor has
 * changed it too often (which limits emails to an unverified address), or someone else changed it in the meantime.
 */
export type ChangeRefusal = 'not-found' | 'not-booked' | 'taken' | 'too-often' | 'changed';

export type Changed = Outcome<ChangeRefusal, { readonly call: Call }>;

/** The most changes of one call by its visitor, since each sends emails. Cancelling is always possible. */
const mostVisitorChanges = 10;

const sideOf = ({ isTeams }: By) => (isTeams ? 'team' : 'visitor');

const isTooOften = ({ isTeams }: By, { sequence }: Call) => !isTeams && sequence >= mostVisitorChanges;

/** True if the call has changed since they saw it. */
const isStale = ({ sequence }: By, call: Call) => sequence !== undefined && sequence !== call.sequence;

type Verb = (tx: Db, call: Call) => Promise<Changed>;

/** Locks all times, then the call, and changes it; a refused change has no effect. */
const changing = (db: Db, callId: string, verb: Verb): Promise<Changed> =>
  db.transaction(async (tx): Promise<Changed> => {
    await lockTimes(tx);
    const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update');
    if (!call) return { ok: false, reason: 'not-found' };
    return verb(tx, call);
  });

/** Updates the call and increments its SEQUENCE, which tells calendars about the change. */
async function store(
  tx: Db,
  { now }: CallServices,
  { id, hostId }: Call,
  change: Partial<typeof calls.$inferInsert>,
): Promise<Call> {
  const next = { ...change, sequence: sql`${calls.sequence} + 1` };
  const [call] = await tx.update(calls).set(next).where(eq(calls.id, id)).returning();
  if (!call) throw new Error('A locked call was not found');
  if (call.hostId !== hostId) await recordHostTurn(tx, now, call.hostId);
  return call;
}

/** Finds a slot of the same length at another time or with another host. */
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

/** Moves a booked call that has not started. Does nothing if it is already at that time. */
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
    // The current host keeps the call if free; otherwise another host takes it.
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

/** Cancels a booked call and frees its time. Idempotent. */
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

/**
 * Restores a cancelled call if its time is still free. Calendars get it as a new event, since they have deleted the
 * first.
 */
export const restoreCall = (db: Db, services: CallServices, by: By, callId: string): Promise<Changed> =>
  changing(db, callId, async (tx, call) => {
    if (call.state === 'booked') return { ok: true, call };
    if (isTooOften(by, call)) return { ok: false, reason: 'too-often' };
    const isTheirs = by.isTeams || call.cancelledBy === 'visitor';
    if (call.state !== 'cancelled' || !isTheirs || call.startsAt <= services.now)
      return { ok: false, reason: 'not-booked' };
    // The notice period does not apply: a visitor may restore a call they just cancelled.
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

/** Records whether a call that has started took place; a missed call restarts its lead's wait. */
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

import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { busyCalendars, busyTimes, callExceptions, callHosts, callHours } from '../host.table.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { bookCall } from './book-call.ts';
import { cancelCall, markCall, moveCall, restoreCall } from './change-call.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const jobs = { enqueue: () => Promise.resolve() };
const services = { now, jobs, secret: 'a secret of tests' };
const later = { ...services, now: new Date(monday + hourMs) };
const ada = { id: uuidv7(), name: 'Ada Brandt' };
const visitor = { id: null, name: 'Visitor' };

const findLead = async (db: Db) => (await db.select().from(leads))[0];

/** A call that a visitor has booked for themselves. */
async function makeCall(db: Db, hosts = 1) {
  await makeHosts(db, now, hosts);
  const leadId = (await findLead(db))?.id ?? (await makeLead(db, now));
  return bookAgain(db, leadId, monday);
}

const bookAgain = (db: Db, leadId: string, startMs: number) =>
  db.transaction(async (tx) => {
    await lockTimes(tx);
    const slot = await findSlot(tx, now, { startMs, visitorZone: 'Asia/Kathmandu' });
    if (!slot) throw new Error('Nobody is free');
    const contact = { id: uuidv7(), leadId, name: 'Visitor', email: 'visitor@visitor.example' };
    return bookCall(tx, services, visitor, slot, contact);
  });

async function keepBusy(db: Db) {
  const [host] = await db.select().from(callHosts);
  const calendar = { id: uuidv7(), hostId: host?.personId ?? '', name: 'calendars.example' };
  await db.insert(busyCalendars).values({ ...calendar, sealedAddress: '', readAt: now, madeAt: now });
  const [startsAt, endsAt] = [new Date(monday), new Date(monday + hourMs)];
  await db.insert(busyTimes).values({ calendarId: calendar.id, startsAt, endsAt });
}

const keepAway = async (db: Db) =>
  void (await db.insert(callExceptions).values({ id: uuidv7(), day: '2026-11-23' }));

const keepFromHours = async (db: Db) => void (await db.delete(callHours));

describeOnOneDatabase('a call', (open) => {
  test('booked by a visitor ends their wait, and counts as answered by no one', async () => {
    const { db } = await open();
    await makeCall(db);
    expect(await findLead(db)).toMatchObject({
      status: 'booked',
      waitingSince: null,
      answeredAt: now,
      answeredByName: null,
    });
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'call-booked', details: { time: '23 Nov 2026, 10:00 (UTC+1)' } },
    ]);
  });

  test.each(['proposal', 'converted', 'closed'] as const)(
    'booked with the address of a lead in %s leaves the status that the team has set',
    async (status) => {
      const { db } = await open();
      await makeLead(db, now);
      await db.update(leads).set({ status });
      await makeCall(db);
      expect(await findLead(db)).toMatchObject({ status });
    },
  );

  test('that two team members change at once is changed only by the first', async () => {
    const { db } = await open();
    const { id, sequence } = await makeCall(db);
    const by = { actor: ada, isTeams: true, sequence };
    const answers = await Promise.all([
      moveCall(db, services, by, id, { startMs: monday + hourMs }),
      cancelCall(db, services, by, id, 'We are ill.'),
    ]);
    expect(answers.map((answer) => (answer.ok ? 'done' : answer.reason)).toSorted()).toEqual([
      'changed',
      'done',
    ]);
  });

  test('is moved or cancelled once if the button is pressed twice', async () => {
    const { db } = await open();
    const { id, sequence } = await makeCall(db);
    const by = { actor: ada, isTeams: true, sequence };
    const move = () => moveCall(db, services, by, id, { startMs: monday + hourMs });
    expect(await Promise.all([move(), move()])).toMatchObject([{ ok: true }, { ok: true }]);
    const next = { ...by, sequence: sequence + 1 };
    const cancel = () => cancelCall(db, services, next, id, 'We are ill.');
    expect(await Promise.all([cancel(), cancel()])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await db.$count(activity)).toBe(3);
  });

  test('keeps its host when it is moved, if they are free', async () => {
    const { db } = await open();
    const { id, hostId } = await makeCall(db, 2);
    for (const [hour, by] of [1, 2, 3].map((n) => [n, { actor: visitor, isTeams: false }] as const)) {
      const moved = await moveCall(db, services, by, id, { startMs: monday + hour * hourMs });
      expect(moved).toMatchObject({ ok: true, call: { hostId } });
    }
  });

  test('restarts the lead’s wait while it is cancelled', async () => {
    const { db } = await open();
    const { id } = await makeCall(db);
    const by = { actor: visitor, isTeams: false };
    await cancelCall(db, services, by, id, '');
    expect(await findLead(db)).toMatchObject({ waitingSince: now });
    await restoreCall(db, services, by, id);
    expect(await findLead(db)).toMatchObject({ waitingSince: null, status: 'booked' });
  });

  test.each([
    ['busy by their calendar', 'taken', keepBusy],
    ['away that day', 'taken', keepAway],
    ['not reached by the hours', 'done', keepFromHours],
  ] as const)('that is restored while its host is %s: %s', async (_, answer, change) => {
    const { db } = await open();
    const { id } = await makeCall(db);
    const by = { actor: visitor, isTeams: false };
    await cancelCall(db, services, by, id, '');
    await change(db);
    const restored = await restoreCall(db, services, by, id);
    expect(restored.ok ? 'done' : restored.reason).toBe(answer);
    // The team decides for itself.
    if (!restored.ok)
      expect(await restoreCall(db, services, { actor: ada, isTeams: true }, id)).toMatchObject({ ok: true });
  });

  test('restoring a cancelled call restores its buffers, and does not use those of other calls', async () => {
    const { db } = await open();
    const { id, leadId } = await makeCall(db);
    const by = { actor: visitor, isTeams: false };
    await cancelCall(db, services, by, id, '');
    // Right after it, where only the team places one.
    await bookAgain(db, leadId ?? '', monday + hourMs / 2);
    expect(await restoreCall(db, services, by, id)).toEqual({ ok: false, reason: 'taken' });
    expect(await restoreCall(db, services, { actor: ada, isTeams: true }, id)).toMatchObject({ ok: true });
  });

  test('does not restart the wait of a lead with another upcoming call when it is cancelled', async () => {
    const { db } = await open();
    const { id, leadId } = await makeCall(db);
    const other = await bookAgain(db, leadId ?? '', monday + hourMs);
    const by = { actor: visitor, isTeams: false };
    await cancelCall(db, services, by, id, '');
    expect(await findLead(db)).toMatchObject({ waitingSince: null });
    await cancelCall(db, services, by, other.id, '');
    expect(await findLead(db)).toMatchObject({ waitingSince: now });
  });

  test('restarts the lead’s wait if it was missed, until the team marks it as completed', async () => {
    const { db } = await open();
    const { id } = await makeCall(db);
    expect(await markCall(db, services, ada, id, 'missed')).toEqual({ ok: false, reason: 'not-booked' });
    expect(await markCall(db, later, ada, id, 'missed')).toMatchObject({ ok: true });
    expect(await findLead(db)).toMatchObject({ waitingSince: later.now });
    expect(await markCall(db, later, ada, id, 'happened')).toMatchObject({ ok: true });
    expect(await findLead(db)).toMatchObject({ waitingSince: null });
  });
});

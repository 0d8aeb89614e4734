import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { calls } from '../call.table.ts';
import { busyCalendars, busyTimes, callHours } from '../host.table.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import { storeCall } from './book-call.ts';
import { listFreeTimes } from '../times/find-hosts.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { minuteMs } from '#src/platform/durations.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');

/** Reserves a time as a form does: locks, finds, stores; null if no host is free. */
async function takeTime(tx: Db, leadId: string, startMs: number, at = now) {
  await lockTimes(tx);
  const slot = await findSlot(tx, at, { startMs, visitorZone: 'Asia/Kathmandu' });
  const contact = { id: uuidv7(), leadId, name: 'Visitor', email: 'visitor@visitor.example' };
  return slot && storeCall(tx, { now, secret: 'a secret of tests' }, slot, contact);
}

describeOnEachDatabase('reserving a time', (open) => {
  test('books one time for as many concurrent visitors as there are hosts', async () => {
    const { db } = await open();
    await makeHosts(db, now, 3);
    const leadId = await makeLead(db, now);
    const taken = await Promise.all(
      Array.from({ length: 25 }, () => db.transaction((tx) => takeTime(tx, leadId, monday))),
    );
    const winners = taken.filter((call) => call !== null);
    expect(winners).toHaveLength(3);
    expect(new Set(winners.map(({ hostId }) => hostId)).size).toBe(3);
  });

  test('never assigns overlapping times to the same host', async () => {
    const { db } = await open();
    await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    const starts = Array.from({ length: 20 }, (_, n) => monday + (n % 4) * 30 * minuteMs);
    const taken = await Promise.all(
      starts.map((start) => db.transaction((tx) => takeTime(tx, leadId, start))),
    );
    // The quarter of an hour after a call keeps the next start from being free.
    expect(taken.filter((call) => call !== null)).toHaveLength(2);
  });

  test('calls go in turn to the host with the fewest, and no host gets more than their daily limit', async () => {
    const { db } = await open();
    await makeHosts(db, now, 2, 2);
    const leadId = await makeLead(db, now);
    const hosts: (string | undefined)[] = [];
    for (const hour of [0, 1, 2, 3, 4]) {
      const call = await db.transaction((tx) => takeTime(tx, leadId, monday + hour * 60 * minuteMs));
      hosts.push(call?.hostId);
    }
    expect(hosts[0]).not.toBe(hosts[1]);
    expect(new Set(hosts.slice(2, 4))).toEqual(new Set(hosts.slice(0, 2)));
    expect(hosts[4]).toBeUndefined();
  });

  test('all calls of a day count towards the daily limit, also on a day made longer by a clock change', async () => {
    const { db } = await open();
    const [hostId = ''] = await makeHosts(db, now, 1, 1);
    await db.insert(callHours).values({ hostId, weekday: 7, fromMinute: 0, toMinute: 1440 });
    const leadId = await makeLead(db, now);
    const autumn = new Date('2027-10-20T08:00:00Z');
    // The last Sunday of October in Berlin, from 0:00 in summer to 23:30 in winter.
    const [first, last] = ['2027-10-30T22:00:00Z', '2027-10-31T22:30:00Z'].map((at) => Date.parse(at));
    const take = (startMs = 0) => db.transaction((tx) => takeTime(tx, leadId, startMs, autumn));
    expect(await take(first)).not.toBeNull();
    expect(await take(last)).toBeNull();
  });

  test.each([
    ['too soon', '2026-11-20T09:00:00Z'],
    ['beyond the horizon', '2026-12-28T09:00:00Z'],
    ['between two starts', '2026-11-23T09:10:00Z'],
    ['outside the hours', '2026-11-23T19:00:00Z'],
    ['on a weekend', '2026-11-22T09:00:00Z'],
  ])('a time that is %s cannot be taken', async (_, start) => {
    const { db } = await open();
    await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    expect(await db.transaction((tx) => takeTime(tx, leadId, Date.parse(start)))).toBeNull();
  });

  test('a time cannot be taken if the host’s own calendar has turned busy, even if it was shown before', async () => {
    const { db } = await open();
    const [hostId = ''] = await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    const { times } = await listFreeTimes(db, now);
    expect(times.map(({ startMs }) => startMs)).toContain(monday);
    const calendarId = uuidv7();
    const calendar = {
      id: calendarId,
      hostId,
      name: 'Calendar',
      sealedAddress: '',
      madeAt: now,
      readAt: now,
    };
    await db.insert(busyCalendars).values(calendar);
    const [startsAt, endsAt] = [new Date(monday), new Date(monday + 60 * minuteMs)];
    await db.insert(busyTimes).values({ calendarId, startsAt, endsAt });
    expect(await db.transaction((tx) => takeTime(tx, leadId, monday))).toBeNull();
    expect(await db.transaction((tx) => takeTime(tx, leadId, endsAt.getTime()))).toMatchObject({ hostId });
  });

  test('the local times at the moment of booking are stored with the call', async () => {
    const { db } = await open();
    await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    await db.transaction((tx) => takeTime(tx, leadId, monday));
    const [call] = await db.select().from(calls);
    expect([call?.visitorClock, call?.hostClock]).toEqual([
      '2026-11-23 14:45 +05:45',
      '2026-11-23 10:00 +01:00',
    ]);
  });
});

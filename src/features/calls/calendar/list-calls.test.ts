import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { eq } from 'drizzle-orm';
import { clients, mergedClients } from '#src/features/accounts/people/client.table.ts';
import { storeCall, type CallContact } from '../booking/book-call.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { calls, type CallState } from '../call.table.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { listCalls, listCallsWhere, listUpcomingCalls, listNextCalls } from './list-calls.ts';
import { callsOf } from './find-call-contact.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');

/** Stores a call `hour` hours after Monday 10:00. */
const store = (db: Db, hour: number, contact: Pick<CallContact, 'leadId' | 'clientId'>) =>
  db.transaction(async (tx) => {
    await lockTimes(tx);
    const startMs = monday + hour * hourMs;
    const slot = await findSlot(tx, now, { startMs, visitorZone: 'Asia/Kathmandu', mode: 'team' });
    if (!slot) throw new Error('Nobody is free');
    const services = { now, secret: 'a secret of tests' };
    const call = { id: uuidv7(), name: 'Runa', email: 'runa@halfmoon.example', ...contact };
    return storeCall(tx, services, slot, call);
  });

describeOnOneDatabase('upcoming calls', (open) => {
  test('of a client are its own and those of its leads', async () => {
    const { db } = await open();
    await makeHosts(db, now, 1);
    const [runa, piet] = [await makePerson(db, 'client', 'Runa'), await makePerson(db, 'client', 'Piet')];
    const leadId = await makeLead(db, now);
    await store(db, 0, { clientId: runa.clientId });
    await store(db, 2, { leadId });
    await store(db, 1, { clientId: piet.clientId });
    const startsOf = async (clientId: string) =>
      (await listUpcomingCalls(db, now, clientId)).map(
        ({ startsAt }) => (startsAt.getTime() - monday) / hourMs,
      );
    expect(await startsOf(runa.clientId)).toEqual([0]);
    await db.update(clients).set({ leadId }).where(eq(clients.id, runa.clientId));
    expect(await startsOf(runa.clientId)).toEqual([0, 2]);
    expect(await startsOf(piet.clientId)).toEqual([1]);
    expect(await startsOf(uuidv7())).toEqual([]);
    await db.update(clients).set({ leadId: null });
    const merged = { id: uuidv7(), intoId: piet.clientId, leadId, mergedAt: now };
    await db.insert(mergedClients).values(merged);
    expect(await startsOf(piet.clientId)).toEqual([1, 2]);
  });

  test.each<[CallState, number]>([
    ['booked', 1],
    ['cancelled', 0],
    ['happened', 0],
    ['missed', 0],
  ])('%s ones: %i', async (state, count) => {
    const { db } = await open();
    await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    await store(db, 0, { leadId });
    await db.update(calls).set({ state, cancelledBy: state === 'cancelled' ? 'team' : null });
    expect((await listNextCalls(db, now, [{ id: leadId }, { id: uuidv7() }])).size).toBe(count);
    expect((await listNextCalls(db, new Date(monday + hourMs), [{ id: leadId }])).size).toBe(0);
    expect((await listNextCalls(db, now, [])).size).toBe(0);
  });

  test('the calendar shows offers while they are reserved, and can be filtered by host', async () => {
    const { db } = await open();
    const [hostId = ''] = await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    await store(db, 0, { leadId });
    const until = new Date(now.getTime() + hourMs);
    await db.update(calls).set({ state: 'offered', holdUntil: until });
    const between = { from: new Date(monday), to: new Date(monday + hourMs) };
    expect(await listCalls(db, now, { ...between, hostIds: [] })).toMatchObject([{ state: 'offered' }]);
    expect(await listCalls(db, now, { ...between, hostIds: [hostId ?? ''] })).toMatchObject([
      { hasHostLeft: false },
    ]);
    await db.update(people).set({ disabledAt: now });
    expect(await listCalls(db, now, { ...between, hostIds: [hostId ?? ''] })).toMatchObject([
      { hasHostLeft: true },
    ]);
    expect(await listCalls(db, now, { ...between, hostIds: [uuidv7()] })).toEqual([]);
    expect(await listCalls(db, until, { ...between, hostIds: [] })).toEqual([]);
    expect(await listCallsWhere(db, now, callsOf(db, { of: 'lead', id: leadId }))).toHaveLength(1);
    expect(await listCallsWhere(db, until, callsOf(db, { of: 'lead', id: leadId }))).toEqual([]);
  });
});

import ICAL from 'ical.js';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { people } from '#src/features/accounts/people/person.table.ts';
import { bookCall } from '../booking/book-call.ts';
import { cancelCall } from '../booking/change-call.ts';
import { renewFeed } from '../hours/change-hours.ts';
import { callHosts } from '../host.table.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { callUidOf } from './call-invitation.ts';
import { feedPathOf, hostFeed } from './host-feed.ts';

const now = new Date('2026-11-20T08:00:00Z');
const secret = 'a secret of tests';
const origin = 'https://studio.example';
const monday = Date.parse('2026-11-23T09:00:00Z');

describeOnOneDatabase('the calendar of a host', (open) => {
  test('holds their calls with the UIDs of their invitations, and cannot be read by a replaced address', async () => {
    const { db } = await open();
    const [hostId = ''] = await makeHosts(db, now, 1);
    const leadId = await makeLead(db, now);
    const callServices = { now, secret, jobs: { enqueue: async () => undefined } };
    const actor = { id: null, name: 'Visitor' };
    const book = (startMs: number) =>
      db.transaction(async (tx) => {
        await lockTimes(tx);
        const slot = await findSlot(tx, now, { startMs, visitorZone: 'UTC' });
        if (!slot) throw new Error('Nobody is free');
        const contact = { id: uuidv7(), leadId, name: 'Visitor\r\nX:1', email: 'visitor@visitor.example' };
        return bookCall(tx, callServices, actor, slot, contact);
      });
    const stays = await book(monday);
    const goes = await book(monday + 3_600_000);
    await cancelCall(db, callServices, { actor, isTeams: false }, goes.id, '');
    const config = { mailFrom: { name: 'Studio', address: 'studio@studio.example' } };
    const services = { db, clock: { now: () => now }, origin, secret, config } as unknown as Services;
    const read = async (path: string) => {
      const answer = await hostFeed(services, path.slice('/calendars/'.length, -'.ics'.length));
      if (answer.status !== 200) return answer.status;
      const parsed = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[]);
      return parsed.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'));
    };
    const path = feedPathOf(secret, { id: hostId, feedVersion: 0 });
    expect(await read(path)).toEqual([callUidOf(stays, origin, 0)]);
    for (const wrong of ['', 'made-up', path.slice(0, -1), path.replace(hostId, uuidv7())])
      expect(await read(wrong)).toBe(404);
    expect(await renewFeed(db, { actor, now }, hostId)).toBe(true);
    expect(await read(path)).toBe(404);
    const [host] = await db.select().from(callHosts).where(eq(callHosts.personId, hostId));
    const renewed = feedPathOf(secret, { id: hostId, feedVersion: host?.feedVersion ?? 0 });
    expect(await read(renewed)).toHaveLength(1);
  });

  test('exists for each host who is not disabled', async () => {
    const { db } = await open();
    const [one = '', other = ''] = await makeHosts(db, now, 2);
    const config = { mailFrom: { name: 'Studio', address: 'studio@studio.example' } };
    const services = { db, clock: { now: () => now }, origin, secret, config } as unknown as Services;
    const statusOf = async (id: string) => {
      const path = feedPathOf(secret, { id, feedVersion: 0 });
      return (await hostFeed(services, path.slice('/calendars/'.length, -'.ics'.length))).status;
    };
    const both = async () => [await statusOf(one), await statusOf(other)];
    expect(await both()).toEqual([200, 200]);
    expect(await renewFeed(db, { actor: { id: null, name: 'Ada' }, now }, one)).toBe(true);
    expect(await both(), 'one has given theirs up').toEqual([404, 200]);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, other));
    expect(await both()).toEqual([404, 404]);
  });
});

import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/calls.yaml';
import type { Action } from '#src/features/accounts/access/action.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { bookCall } from '../booking/book-call.ts';
import { offerTimes } from '../booking/offer-times.ts';
import { calls } from '../call.table.ts';
import { callPathOf, callTokenOf } from '../call-token.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { findSlot, lockTimes } from '../times/find-slot.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Db } from '#src/platform/database/database.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';
import { visitorCallActionsOf } from './visitor-call-actions.ts';
import { findVisitorCall, pageStateOf, findOffer, bookOfferedAction } from './find-visitor-call.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const secret = 'a secret of tests';
const jobs = { enqueue: () => Promise.resolve() };
const ada = { id: null, name: 'Ada Brandt' };

const servicesOf = (db: Db, at = now) =>
  ({ db, jobs, secret, clock: { now: () => at } }) as unknown as Services;

const press = (db: Db, action: Action, entries: Entries, at = now) =>
  action({ services: servicesOf(db, at), session: null, entries, params: {} });

/** Returns a visitor's call, as its page loads it. */
async function booked(db: Db, startMs = monday) {
  const leadId = (await db.select().from(leads))[0]?.id ?? (await makeLead(db, now));
  const id = uuidv7();
  await db.transaction(async (tx) => {
    await lockTimes(tx);
    const slot = await findSlot(tx, now, { startMs, visitorZone: 'Asia/Kathmandu' });
    if (!slot) throw new Error('Nobody is free');
    const contact = { id, leadId, name: 'Visitor', email: 'visitor@visitor.example' };
    await bookCall(tx, { now, jobs, secret }, { id: null, name: 'Visitor' }, slot, contact);
  });
  const token = callTokenOf(secret, id);
  const call = await findVisitorCall(db, token);
  if (!call) throw new Error('No call under its token');
  return { call, token, path: callPathOf(token), actions: visitorCallActionsOf(call, token) };
}

async function opened() {
  const { db } = await openAnyTestDatabase();
  await makeHosts(db, now, 1);
  return db;
}

test('a call is found only by its own token', async () => {
  const db = await opened();
  const { call } = await booked(db);
  expect(call).toMatchObject({ hostName: 'Host 0', hostZone: 'Europe/Berlin', kindName: null, place: '' });
  for (const token of ['', 'x', call.id, call.tokenHash]) expect(await findVisitorCall(db, token)).toBeNull();
});

test('a link scanner that opens the page or presses its buttons changes nothing', async () => {
  const db = await opened();
  const { call, token, actions } = await booked(db);
  await findVisitorCall(db, token);
  await findOffer(db, now, token);
  // It presses every button without ticking a box or choosing a time.
  for (const [name, field] of [
    ['cancel', 'sure'],
    ['move', 'slot'],
  ] as const)
    expect(await press(db, actions[name], {})).toMatchObject({ ok: false, status: 422, errors: [{ field }] });
  expect(await press(db, actions.restore, {})).toMatchObject({ ok: true });
  expect(await findVisitorCall(db, token)).toEqual(call);
});

test('a call can be moved, cancelled with a reason, and restored', async () => {
  const db = await opened();
  const { token, path, actions } = await booked(db);
  const to = { slot: iso(monday + hourMs), time_zone: 'America/New_York' };
  expect(await press(db, actions.move, to)).toEqual({ ok: true, next: `${path}?done=moved` });
  expect(await findVisitorCall(db, token)).toMatchObject({
    startsAt: new Date(monday + hourMs),
    visitorZone: 'America/New_York',
    sequence: 1,
  });
  const reason = 'Ill <b>today</b>';
  expect(await press(db, actions.cancel, { sure: 'yes', reason })).toEqual({ ok: true, next: path });
  const cancelled = await findVisitorCall(db, token);
  expect(cancelled && pageStateOf(cancelled, now)).toBe('cancelled');
  expect(cancelled).toMatchObject({ cancelledBy: 'visitor', reason });
  expect(await press(db, actions.restore, {})).toEqual({ ok: true, next: `${path}?done=restored` });
  expect(await findVisitorCall(db, token)).toMatchObject({ state: 'booked', generation: 1 });
});

test('reports a time taken in the meantime next to the times', async () => {
  const db = await opened();
  const first = await booked(db);
  const second = await booked(db, monday + hourMs);
  const taken = { status: 409, errors: [{ field: 'slot', message: words.page.errors.taken }] };
  const to = { slot: iso(monday), time_zone: 'Asia/Kathmandu' };
  expect(await press(db, second.actions.move, to)).toMatchObject(taken);
  await press(db, first.actions.cancel, { sure: 'yes' });
  expect(await press(db, second.actions.move, to)).toMatchObject({ ok: true });
  expect(await press(db, first.actions.restore, {})).toMatchObject(taken);
});

test.each([
  [{ slot: 'tomorrow' }, 'slot', words.chooser.errors.slot],
  [{ slot: iso(monday + hourMs), time_zone: 'Europe/Atlantis' }, 'time_zone', words.chooser.errors.time_zone],
  [{}, 'slot', words.page.moving.missing],
] as const)('a move to %o is refused beside %s', async (entries, field, message) => {
  const db = await opened();
  const { actions } = await booked(db);
  expect(await press(db, actions.move, entries)).toMatchObject({ status: 422, errors: [{ field, message }] });
});

test('a reason that is too long is refused, and nothing is cancelled', async () => {
  const db = await opened();
  const { call, token, actions } = await booked(db);
  const refused = await press(db, actions.cancel, { sure: 'yes', reason: 'x'.repeat(2_001) });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'reason' }] });
  expect(await findVisitorCall(db, token)).toEqual(call);
});

test('a visitor can change a call ten times and still cancel it, and cannot change one that has begun', async () => {
  const db = await opened();
  const { actions } = await booked(db);
  for (let n = 0; n < 10; n++) {
    const slot = iso(monday + ((n + 1) % 2) * hourMs);
    expect(await press(db, actions.move, { slot })).toMatchObject({ ok: true });
  }
  const refused = { status: 409, error: expect.stringContaining('ten times') };
  expect(await press(db, actions.move, { slot: iso(monday + hourMs) })).toMatchObject(refused);
  // The owner of the address must always be able to cancel.
  expect(await press(db, actions.cancel, { sure: 'yes' })).toMatchObject({ ok: true });
  expect(await press(db, actions.restore, {})).toMatchObject(refused);
  const other = await booked(db, monday + 3 * hourMs);
  const begun = new Date(monday + 3 * hourMs);
  expect(await press(db, other.actions.cancel, { sure: 'yes' }, begun)).toMatchObject({
    error: words.page.errors.notBooked,
  });
  const over = await findVisitorCall(db, other.token);
  expect(over && pageStateOf(over, new Date(monday + 9 * hourMs))).toBe('over');
});

/** Creates an offer by the team. */
async function offered(db: Db, startsMs: readonly number[]) {
  const email = `${uuidv7()}@visitor.example`;
  const [lead] = await db
    .insert(leads)
    .values({
      id: uuidv7(),
      email,
      emailKey: email,
      name: 'Visitor',
      status: 'lead',
      isHeld: false,
      createdAt: now,
    })
    .returning();
  const contact = { leadId: lead?.id ?? '', name: 'Visitor', email };
  const made = await offerTimes(db, { now, jobs, secret }, ada, {
    ...contact,
    startsMs,
    visitorZone: 'Asia/Kathmandu',
  });
  if (!made.ok) throw new Error(made.reason);
  const [first] = made.calls;
  const token = callTokenOf(secret, first?.id ?? '');
  const find = (at = now) => findOffer(db, at, token);
  return { calls: made.calls, token, find };
}

async function take(db: Db, { find }: Awaited<ReturnType<typeof offered>>, entries: Entries, at = now) {
  const offer = await find(at);
  if (!offer) throw new Error('No offer under its token');
  return press(db, bookOfferedAction(offer), entries, at);
}

test('booking an offered time books it once, and releases the others', async () => {
  const db = await opened();
  const offer = await offered(db, [monday, monday + hourMs]);
  const [, second] = offer.calls;
  const entries = { call: second?.id ?? '', time_zone: 'Asia/Kathmandu' };
  const next = callPathOf(callTokenOf(secret, second?.id ?? ''));
  expect(await take(db, offer, entries)).toEqual({ ok: true, next });
  expect(await take(db, offer, entries)).toEqual({ ok: true, next });
  expect(await offer.find()).toMatchObject({ available: [], booked: { id: second?.id, state: 'booked' } });
  await booked(db, monday);
});

test('cannot book another visitor’s reservation', async () => {
  const db = await opened();
  const mine = await offered(db, [monday]);
  const theirs = await offered(db, [monday + hourMs]);
  const { call } = await booked(db, monday + 3 * hourMs);
  for (const id of [theirs.calls[0]?.id ?? '', call.id, uuidv7(), 'x'])
    expect(await take(db, mine, { call: id })).toMatchObject({ ok: false, status: 409 });
  expect(await take(db, mine, {})).toMatchObject({ status: 422, errors: [{ field: 'call' }] });
  expect((await theirs.find())?.available).toHaveLength(1);
  // A call that was not offered has no offer page.
  expect(await findOffer(db, now, callTokenOf(secret, call.id))).toBeNull();
});

test('cannot book an offer whose host was disabled', async () => {
  const db = await opened();
  const offer = await offered(db, [monday]);
  const page = await offer.find();
  await db.update(people).set({ disabledAt: now });
  expect((await offer.find())?.available).toEqual([]);
  const lapsed = { status: 409, error: words.offer.errors.lapsed };
  const entries = { call: offer.calls[0]?.id ?? '' };
  expect(page && (await press(db, bookOfferedAction(page), entries))).toMatchObject(lapsed);
});

test('an offer expires after 48 hours, and booking it then shows that', async () => {
  const db = await opened();
  const offer = await offered(db, [monday + 24 * hourMs]);
  const late = new Date(now.getTime() + 48 * hourMs);
  expect((await offer.find(late))?.available).toEqual([]);
  expect(await take(db, offer, { call: offer.calls[0]?.id ?? '' }, late)).toMatchObject({
    status: 409,
    error: words.offer.errors.lapsed,
  });
  const [row] = await db.select().from(calls);
  expect(row && pageStateOf(row, late)).toBe('lapsed');
});

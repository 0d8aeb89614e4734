import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/desk-calls.yaml';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { calls } from '../call.table.ts';
import { makeHosts, makeLead } from '../times/calls.fixture.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson, makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { Services } from '#src/platform/services/services.ts';
import { bookingActionsOf } from './booking-actions.ts';
import { callActions } from './call-actions.ts';
import { timeBoxOf } from './offered-times.tsx';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');

async function startDesk(db: Db) {
  const [ada, hostIds] = [await makePerson(db, 'team', 'Ada Brandt'), await makeHosts(db, now, 1)];
  const jobs = { enqueue: () => Promise.resolve() };
  const services = { db, jobs, clock: { now: () => now }, secret: 'a secret of tests' };
  const session = { person: ada } as Session;
  const actions = {
    lead: bookingActionsOf('lead'),
    client: bookingActionsOf('client'),
    call: callActions,
  };
  const act = (
    of: keyof typeof actions,
    name: string,
    id: string,
    entries: Readonly<Record<string, string>>,
  ) => {
    const action = actions[of][name as 'offer'];
    return action({ services: services as unknown as Services, session, entries, params: { id } });
  };
  return { act, hostId: hostIds[0] ?? '', leadId: await makeLead(db, now) };
}

const offered = (...hours: readonly number[]) =>
  Object.fromEntries(hours.map((hour) => [timeBoxOf(monday + hour * hourMs), 'yes']));
const slot = new Date(monday).toISOString();

describeOnOneDatabase('calls from the desk', (open) => {
  test('repeated offer forms reserve the times once, and end the lead’s wait', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const form = { entry: uuidv7(), kind: '', ...offered(0, 1, 2) };
    const answers = await Promise.all([0, 1].map(() => act('lead', 'offer', leadId, form)));
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
    expect(await db.select().from(calls)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'offered', offerId: form.entry, leadId })),
    );
    expect(await db.$count(outbox)).toBe(1);
    expect(await db.select().from(leads)).toMatchObject([
      { waitingSince: null, answeredByName: 'Ada Brandt' },
    ]);
  });

  test.each([
    ['no time', {}],
    ['four times', offered(0, 1, 2, 3)],
  ])('%s cannot be offered', async (_, times) => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const answer = await act('lead', 'offer', leadId, { entry: uuidv7(), kind: '', ...times });
    expect(answer).toMatchObject({ ok: false, status: 422 });
    expect([await db.$count(calls), await db.$count(outbox)]).toEqual([0, 0]);
  });

  test('reserves none if one of the offered times is taken, and keeps the earlier offer', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    await act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', slot });
    await act('lead', 'offer', leadId, { entry: uuidv7(), kind: '', ...offered(3) });
    const second = await act('lead', 'offer', leadId, { entry: uuidv7(), kind: '', ...offered(0, 2) });
    expect(second).toMatchObject({ ok: false, status: 409 });
    expect(
      await db.select({ startsAt: calls.startsAt }).from(calls).where(eq(calls.state, 'offered')),
    ).toEqual([{ startsAt: new Date(monday + 3 * hourMs) }]);
  });

  test('times too close to each other are refused as such, not as taken', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const answer = await act('lead', 'offer', leadId, { entry: uuidv7(), kind: '', ...offered(0, 0.5) });
    expect(answer).toMatchObject({ ok: false, status: 409, error: words.errors.tooClose });
    expect(await db.$count(calls)).toBe(0);
  });

  test('if two team members book one host at the same time, one succeeds', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const book = () => act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', slot });
    const answers = await Promise.all([book(), book()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409 });
    expect(await db.$count(calls)).toBe(1);
  });

  test('books a call at an entered time, even outside the hours, but not at a skipped local time', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const at = (day: string, time: string) =>
      act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', day, time, zone: 'Europe/Berlin' });
    expect(await at('2026-11-22', '21:10')).toEqual({ ok: true });
    expect(await at('2027-03-28', '02:30')).toMatchObject({ ok: false, status: 422 });
    expect(await at('2026-11-19', '10:00')).toMatchObject({ ok: false, status: 422 });
    expect(await at('tomorrow', '10:00')).toMatchObject({ ok: false, status: 422 });
    expect(await db.select().from(calls)).toMatchObject([{ startsAt: new Date('2026-11-22T20:10:00Z') }]);
  });

  test('a client’s call is with one of its people and about one of its projects, or is not found', async () => {
    const { db } = await open();
    const { act } = await startDesk(db);
    const { client, projectId } = await makeTestProject(db);
    const other = await makePerson(db, 'client', 'Piet');
    const form = { kind: '', slot, person: client.id, project: projectId };
    const book = (clientId: string, changes: Partial<typeof form> = {}) =>
      act('client', 'book-call', clientId, { entry: uuidv7(), ...form, ...changes });
    expect(await book(other.clientId)).toMatchObject({ ok: false, status: 422 });
    expect(await book(other.clientId, { person: other.id })).toMatchObject({ ok: false, status: 404 });
    expect(await book(uuidv7())).toMatchObject({ ok: false, status: 404 });
    expect(await db.$count(calls)).toBe(0);
    expect(await book(client.clientId)).toEqual({ ok: true });
    const { clientId, name, email } = client;
    expect(await db.select().from(calls)).toMatchObject([{ clientId, leadId: null, projectId, name, email }]);
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, client.id));
    const later = { slot: new Date(monday + 2 * hourMs).toISOString() };
    expect(await book(clientId, later), 'with a removed person').toMatchObject({ status: 422 });
    await db.update(clients).set({ erasedAt: now }).where(eq(clients.id, other.clientId));
    const theirs = { ...later, person: other.id, project: '' };
    expect(await book(other.clientId, theirs), 'who was erased').toMatchObject({ status: 404 });
  });

  test('a call of a lead who is no client belongs to no client', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    await makePerson(db, 'client', 'Piet');
    expect(await act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', slot })).toEqual({ ok: true });
    expect(await db.select().from(calls)).toMatchObject([{ leadId, clientId: null }]);
  });

  test('books no call for a held or unknown lead', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    const book = (id: string, entry = uuidv7()) => act('lead', 'book-call', id, { entry, kind: '', slot });
    expect(await book(uuidv7())).toMatchObject({ ok: false, status: 404 });
    expect(await book("x'--")).toMatchObject({ ok: false, status: 404 });
    expect(await book(leadId, 'one')).toMatchObject({ ok: false, status: 404 });
    await db.update(leads).set({ isHeld: true });
    expect(await book(leadId)).toMatchObject({ ok: false, status: 409 });
    expect(await db.$count(calls)).toBe(0);
  });

  test('each change that emails the visitor asks first', async () => {
    const { db } = await open();
    const { act, hostId, leadId } = await startDesk(db);
    await act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', slot });
    const [call] = await db.select().from(calls);
    const { id = '' } = call ?? {};
    const mails = await db.$count(outbox);
    const seen = { sequence: '0' };
    const ask = { texts: [expect.any(String), fill(words.ask.email, { name: 'Visitor' })] };
    const move = { ...seen, day: '2026-11-24', time: '11:00', zone: 'Europe/Berlin' };
    expect(await act('call', 'move', id, move)).toMatchObject({
      status: 409,
      error: expect.stringContaining('Tuesday, 24 November 2026, 11:00'),
      ask: { texts: [fill(words.ask.email, { name: 'Visitor' })], yes: words.move.submit },
    });
    expect(await act('call', 'reassign', id, { ...seen, host: hostId, starts: slot })).toMatchObject({
      status: 409,
      ask: { ...ask, yes: words.reassign.submit },
    });
    expect(await act('call', 'cancel', id, { ...seen, reason: 'We are ill.' })).toMatchObject({
      status: 409,
      error: fill(words.ask.cancel, { name: 'Visitor' }),
      ask: { ...ask, yes: words.cancel.submit },
    });
    expect([await db.select().from(calls), await db.$count(outbox)]).toEqual([[call], mails]);
    await act('call', 'cancel', id, { ...seen, reason: 'We are ill.', sure: 'yes' });
    expect(await act('call', 'restore', id, {})).toMatchObject({ status: 409, ask });
    expect(await act('call', 'restore', id, { sure: 'yes' })).toEqual({ ok: true });
  });

  test('refuses a change if the call has changed since its page was shown; an unknown call is 404', async () => {
    const { db } = await open();
    const { act, leadId } = await startDesk(db);
    await act('lead', 'book-call', leadId, { entry: uuidv7(), kind: '', slot });
    const [call] = await db.select().from(calls);
    const { id = '' } = call ?? {};
    const move = { day: '2026-11-24', time: '11:00', zone: 'Europe/Berlin' };
    expect(await act('call', 'move', uuidv7(), { ...move, sequence: '0' })).toMatchObject({ status: 404 });
    expect(await act('call', 'move', id, move)).toMatchObject({ status: 409 });
    expect(await act('call', 'cancel', id, { reason: ' ', sequence: '0' })).toMatchObject({ status: 422 });
    expect(await act('call', 'move', id, { ...move, sequence: '0', sure: 'yes' })).toEqual({ ok: true });
    expect(await act('call', 'cancel', id, { reason: 'We are ill.', sequence: '0' })).toMatchObject({
      status: 409,
      error: words.errors.changed,
    });
    const cancel = { reason: 'We are ill.', sequence: '1', sure: 'yes' };
    expect(await act('call', 'cancel', id, cancel)).toEqual({ ok: true });
    expect(await db.select().from(calls)).toMatchObject([
      { state: 'cancelled', cancelledBy: 'team', reason: 'We are ill.' },
    ]);
  });
});

import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/desk-calls.yaml';
import mails from '#content/call-mails.yaml';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { clientEvents } from '#src/features/notifications/events/client-event.table.ts';
import { makePerson, makeTestProject } from '#src/features/projects/test-project.fixture.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import type { Services } from '#src/platform/services/services.ts';
import { callActions } from '../calendar/call-actions.ts';
import { findCall } from '../calendar/find-call.ts';
import { suggestTimes, timeBoxOf } from '../calendar/offered-times.tsx';
import { bookAt, makeStudio } from '../call-mails.fixture.ts';
import { calls, type Call } from '../call.table.ts';
import { findReplacement } from '../visitor/find-visitor-call.ts';
import { takeTimeAction } from '../visitor/take-time.ts';
import { bookOffered } from './offer-times.ts';

const now = new Date('2026-11-23T08:00:00Z');
/** A Monday, 10:00 in Berlin, 14:45 in Kathmandu. */
const monday = new Date('2026-11-23T09:00:00Z');
const later = new Date(monday.getTime() + hourMs);
const dayMs = 24 * hourMs;
const tuesdayMs = monday.getTime() + dayMs;

/** A studio whose client missed a call an hour ago, with the actions of the desk and the portal. */
async function start(db: Db) {
  const { clockwork, leadId, newMails } = await makeStudio(db, now);
  const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
  await clockwork.moveTo(later);
  await newMails();
  const ada = await makePerson(db, 'team', 'Ada Brandt');
  const services = { db, ...clockwork.services(), clock: clockwork.clock } as unknown as Services;
  const act = (
    name: 'missed' | 'offer' | 'happened',
    entries: Readonly<Record<string, string>>,
    id = call.id,
  ) => callActions[name]?.({ services, session: { person: ada } as Session, entries, params: { id } });
  return { clockwork, leadId, newMails, call, act, services };
}

const ticked = (...startsMs: readonly number[]) =>
  Object.fromEntries(startsMs.map((startMs) => [timeBoxOf(startMs), 'yes']));

const offeredOf = (db: Db, { id }: Pick<Call, 'id'>) =>
  db
    .select()
    .from(calls)
    .where(and(eq(calls.replacesId, id), eq(calls.state, 'offered')));

const stateOf = async (db: Db, { id }: Pick<Call, 'id'>) =>
  (await db.select().from(calls).where(eq(calls.id, id)))[0]?.state;

describeOnOneDatabase('a missed call', (open) => {
  test('asks before its client is emailed, with the times and a choice of no email', async () => {
    const { db } = await open();
    const { act, call, newMails } = await start(db);
    const form = { entry: uuidv7(), ...ticked(tuesdayMs) };
    expect(await act('missed', form)).toMatchObject({
      status: 409,
      error: fill(words.ask.missed, { name: 'Visitor' }),
      ask: {
        texts: ['Tuesday, 24 November 2026, 09:00 (UTC)', fill(words.ask.offerEmail, { name: 'Visitor' })],
        yes: words.mark.send,
        other: { label: words.mark.withoutEmail, field: 'email', value: 'no' },
      },
    });
    expect([await stateOf(db, call), await offeredOf(db, call)]).toEqual(['booked', []]);
    expect(await act('missed', { ...form, sure: 'yes', email: 'no' })).toEqual({ ok: true });
    expect([await stateOf(db, call), await offeredOf(db, call)]).toEqual(['missed', []]);
    expect((await newMails()).visitors).toEqual([]);
  });

  test('is marked without an email if no time is ticked', async () => {
    const { db } = await open();
    const { act, call, newMails } = await start(db);
    expect(await act('missed', {})).toEqual({ ok: true });
    expect(await stateOf(db, call)).toBe('missed');
    expect((await newMails()).visitors).toEqual([]);
  });

  test('offers new times once, by an email that names the missed call and links each time', async () => {
    const { db } = await open();
    const { act, call, newMails, leadId } = await start(db);
    const form = { entry: uuidv7(), ...ticked(tuesdayMs, tuesdayMs + dayMs), sure: 'yes' };
    expect(await Promise.all([act('missed', form), act('missed', form)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect(await stateOf(db, call)).toBe('missed');
    const offered = await offeredOf(db, call);
    expect(offered).toMatchObject([
      { offerId: form.entry, replacesId: call.id },
      { offerId: form.entry, replacesId: call.id },
    ]);
    const [mail, ...others] = (await newMails()).visitors;
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(fill(mails.visitor.missed.subject, { title: mails.discovery }));
    const when = 'Monday, 23 November 2026, 14:45 (Kathmandu, UTC+5:45)';
    expect(mail?.text).toContain(fill(mails.visitor.missed.before, { when }));
    for (const { id } of offered)
      expect(mail?.text).toMatch(new RegExp(`/calls/offers/[\\w-]{43}\\?call=${id}`));
    // The lead is answered by the offer.
    expect(await db.select().from(leads).where(eq(leads.id, leadId))).toMatchObject([{ waitingSince: null }]);
  });

  test('shows the call that replaces it, and that one the call it replaces', async () => {
    const { db } = await open();
    const { act, call, clockwork } = await start(db);
    await act('missed', { entry: uuidv7(), ...ticked(tuesdayMs, tuesdayMs + dayMs), sure: 'yes' });
    const missed = await findCall(db, later, call.id);
    expect(missed?.related).toMatchObject([{ state: 'offered' }, { state: 'offered' }]);
    expect(missed && (await findReplacement(db, later, missed.call))).toMatchObject({ of: 'offer' });
    expect(missed?.activity.map(({ kind }) => kind)).toContain('call-offered');
    const [, second] = await offeredOf(db, call);
    await bookOffered(db, clockwork.services(), second?.id ?? '', 'Asia/Kathmandu');
    expect((await findCall(db, later, call.id))?.related).toMatchObject([
      { id: second?.id, state: 'booked' },
    ]);
    expect((await findCall(db, later, second?.id ?? ''))?.related).toMatchObject([
      { id: call.id, state: 'missed' },
    ]);
    expect(missed && (await findReplacement(db, later, missed.call))).toMatchObject({
      of: 'call',
      id: second?.id,
    });
  });

  test('names a time that was taken, and neither marks nor emails', async () => {
    const { db } = await open();
    const { act, call, clockwork, leadId, newMails } = await start(db);
    // Both hosts are taken.
    for (let n = 0; n < 2; n++) await bookAt(db, clockwork, { startsAt: new Date(tuesdayMs), leadId });
    await newMails();
    const taken = {
      status: 409,
      errors: [
        {
          field: 'times',
          message: fill(words.errors.takenOffer, {
            time: 'Tuesday, 24 November 2026, 09:00 (UTC)',
          }),
        },
      ],
    };
    const form = { entry: uuidv7(), ...ticked(tuesdayMs) };
    expect(await act('missed', form), 'before the question').toMatchObject(taken);
    expect(await act('missed', { ...form, sure: 'yes' }), 'after it').toMatchObject(taken);
    expect(await stateOf(db, call)).toBe('booked');
    expect((await newMails()).visitors).toEqual([]);
  });

  test('can be offered new times later, also after a cancellation, but not while it is booked', async () => {
    const { db } = await open();
    const { act, call } = await start(db);
    const form = { entry: uuidv7(), ...ticked(tuesdayMs), sure: 'yes' };
    expect(await act('offer', form)).toMatchObject({ ok: false, status: 409 });
    await act('missed', {});
    expect(await act('offer', { ...form, ...ticked(1, 2, 3, 4) })).toMatchObject({ ok: false, status: 422 });
    expect(await act('offer', { ...form, sure: 'no' })).toMatchObject({ ask: { yes: words.again.submit } });
    expect(await act('offer', form)).toEqual({ ok: true });
    expect(await offeredOf(db, call)).toHaveLength(1);
    expect(await act('offer', form, uuidv7())).toMatchObject({ status: 404 });
  });

  test('suggests a time on each of three days, nearest to that of the call', () => {
    const at = (day: number, hour: number) => monday.getTime() + day * dayMs + hour * hourMs;
    const free = [at(1, 2), at(1, 5), at(2, -1), at(2, 1), at(4, 6), at(5, 0)];
    expect(suggestTimes(free, monday.getTime(), 'Europe/Berlin')).toEqual([at(1, 2), at(2, -1), at(4, 6)]);
    expect(suggestTimes([], monday.getTime(), 'Europe/Berlin')).toEqual([]);
  });
});

describeOnOneDatabase('times offered in the portal', (open) => {
  test('are taken by a person of the client, not by another one or someone who may only comment', async () => {
    const { db } = await open();
    const { clockwork, services, call, act } = await start(db);
    const { client } = await makeTestProject(db);
    const { clientId, email, name } = client;
    await db.update(calls).set({ clientId, leadId: null, email, name }).where(eq(calls.id, call.id));
    await act('missed', { entry: uuidv7(), ...ticked(tuesdayMs, tuesdayMs + dayMs), sure: 'yes' });
    const events = await db.select().from(clientEvents).where(eq(clientEvents.clientId, clientId));
    expect(events.map(({ kind }) => kind)).toEqual(['project-created', 'call-offered']);
    const [first, second] = await offeredOf(db, call);
    const other = await makePerson(db, 'client', 'Piet');
    const take = (person: object, id = first?.id ?? '') =>
      takeTimeAction({
        services,
        session: { person } as Session,
        entries: { call: id },
        params: {},
      });
    const who = { ...client, role: 'client' as const, permission: 'approve' as const };
    expect(await take(who, '')).toMatchObject({ status: 422, errors: [{ field: 'call' }] });
    expect(await take({ ...who, clientId: other.clientId })).toMatchObject({ status: 404 });
    const listener = { ...who, email: 'listener@client.example', permission: 'comment' };
    expect(await take(listener)).toMatchObject({ status: 403 });
    expect(await stateOf(db, first ?? call)).toBe('offered');
    expect(await take(who)).toMatchObject({ ok: true });
    expect([await stateOf(db, first ?? call), await stateOf(db, second ?? call)]).toEqual([
      'booked',
      'released',
    ]);
    expect(await take(who, second?.id)).toMatchObject({ status: 409, error: words.portal.errors.lapsed });
    await clockwork.runDue();
    expect(clockwork.sent.map(({ mail }) => mail.subject)).toContain(
      fill(mails.visitor.booked.subject, {
        title: mails.discovery,
        when: 'Tuesday, 24 November 2026, 14:45',
      }),
    );
  });
});

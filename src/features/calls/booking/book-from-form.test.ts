import { randomUUID } from 'node:crypto';
import { isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/calls.yaml';
import { bookedPathOf, callIdOf, submitWithTime } from './book-from-form.ts';
import { calls } from '../call.table.ts';
import { callHosts } from '../host.table.ts';
import { makeHosts } from '../times/calls.fixture.ts';
import { leads, submissions } from '#src/features/leads/lead.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import {
  acceptJson,
  contactFields,
  formServicesOf,
  origin,
  send,
  sendForResponse,
} from '#src/features/leads/submissions/form-request.fixture.ts';
import { handleFormPost } from '#src/features/leads/submissions/form-handler.ts';

/** When the fixture's posts are received. */
const now = new Date('2026-11-21T10:00:00Z');
/** A Monday, 10:00 in Berlin. */
const slot = '2026-11-23T09:00:00.000Z';
const later = '2026-11-23T10:00:00.000Z';

const form = 'discovery-call' as const;
const secret = 'a secret for tests only';
const bookingServices = {
  jobs: { enqueue: async () => undefined } as never,
  secret,
  clock: { now: () => now },
};

type Enqueued = { ids: string[]; isBooked: boolean };

function intakeWith(database: Database) {
  const enqueued: Enqueued[] = [];
  const enqueue = async (_tx: unknown, ids: string[], _withheld?: unknown, isBooked = false) =>
    void enqueued.push({ ids, isBooked });
  const services = formServicesOf(database, { enqueue }, (submission, rules) =>
    submission.wanted
      ? submitWithTime(
          { ...bookingServices, db: database.db },
          { ...submission, wanted: submission.wanted },
          rules,
        )
      : null,
  );
  return { services, enqueued };
}

const fieldsOf = (changes: Entries = {}): Entries => {
  const { name = '', email = '' } = contactFields();
  return { name, email, slot, time_zone: 'Asia/Kathmandu', submission_id: randomUUID(), ...changes };
};

const json = { form, headers: acceptJson };
const stored = async ({ db }: Database) => ({
  submissions: await db.$count(submissions),
  leads: await db.$count(leads),
  calls: await db.$count(calls),
});

describeOnOneDatabase('a form with a time', (open) => {
  test('books it, stores its lead and redirects to the call’s page', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const { services, enqueued } = intakeWith(database);
    const fields = fieldsOf();
    const id = fields['submission_id'] ?? '';
    const answer = await sendForResponse(services, fields, json);
    expect(await answer.json()).toEqual({ ok: true, next: bookedPathOf(secret, id) });
    const [call] = await database.db.select().from(calls);
    const [lead] = await database.db.select().from(leads);
    expect(call).toMatchObject({
      id: callIdOf(id),
      submissionId: id,
      leadId: lead?.id,
      state: 'booked',
      startsAt: new Date(slot),
      visitorZone: 'Asia/Kathmandu',
    });
    // The booked call ends the lead's wait.
    expect(lead).toMatchObject({ status: 'booked', waitingSince: null });
    expect(enqueued).toEqual([{ ids: [id], isBooked: true }]);
  });

  test('sends a browser without scripts to the page of the call', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const fields = fieldsOf();
    const answer = await sendForResponse(intakeWith(database).services, fields, { form });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      bookedPathOf(secret, fields['submission_id'] ?? ''),
    ]);
  });

  test('books a time once when several visitors choose it, and returns the others’ input', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const { services } = intakeWith(database);
    const sent = Array.from({ length: 12 }, (_, n) => fieldsOf({ email: `visitor${n}@visitor.example` }));
    const post = (fields: Entries, n: number) =>
      handleFormPost(
        form,
        {
          contentType: 'application/x-www-form-urlencoded',
          accept: 'application/json',
          cookie: '',
          body: Buffer.from(new URLSearchParams(fields).toString()),
          origin,
          isSecure: true,
          network: `192.0.2.${n}`,
          receivedAt: now,
        },
        services,
      );
    const answers = await Promise.all(sent.map(post));
    const statuses = answers.map((answer) => (answer.kind === 'finished' ? answer.status : 0));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
    expect(await stored(database)).toEqual({ submissions: 1, leads: 1, calls: 1 });
  });

  test('stores nothing for a taken time: JSON names the field, and the page keeps the input', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const { services } = intakeWith(database);
    await send(services, fieldsOf(), json);
    const other = fieldsOf({ email: 'other@visitor.example', project_details: 'A film.' });
    const refused = await sendForResponse(services, other, json);
    const { taken } = words.chooser.errors;
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { error: taken, errors: [{ field: 'slot', code: 'option', message: taken }] },
    ]);
    const answer = await send(services, other, { form });
    expect(answer.kind === 'page' && answer.refused).toMatchObject({
      status: 409,
      values: { email: 'other@visitor.example', project_details: 'A film.' },
      errors: { slot: taken },
      submissionId: other['submission_id'],
    });
    expect(await stored(database)).toEqual({ submissions: 1, leads: 1, calls: 1 });
  });

  test('gets the first response when it is repeated, even concurrently; another time under the same id is a conflict', async () => {
    const database = await open();
    await makeHosts(database.db, now, 3);
    const { services } = intakeWith(database);
    const fields = fieldsOf();
    const answers = await Promise.all([1, 2, 3].map(() => sendForResponse(services, fields, json)));
    answers.push(await sendForResponse(services, fields, json));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    const conflict = await sendForResponse(services, { ...fields, slot: later }, json);
    expect(conflict.status).toBe(409);
    expect(await stored(database)).toEqual({ submissions: 1, leads: 1, calls: 1 });
  });

  test('gets the same response with a filled spam trap, and books nothing', async () => {
    const database = await open();
    await makeHosts(database.db, now, 1);
    const { services, enqueued } = intakeWith(database);
    const fields = fieldsOf({ _gotcha: 'x' });
    const answer = await sendForResponse(services, fields, json);
    expect(await answer.json()).toEqual({
      ok: true,
      next: bookedPathOf(secret, fields['submission_id'] ?? ''),
    });
    expect(await stored(database)).toEqual({ submissions: 1, leads: 1, calls: 0 });
    expect(enqueued).toEqual([]);
    const person = await sendForResponse(services, fieldsOf({ email: 'person@visitor.example' }), json);
    expect(person.status).toBe(200);
    const late = await sendForResponse(
      services,
      fieldsOf({ email: 'b@visitor.example', _gotcha: 'x' }),
      json,
    );
    expect(late.status).toBe(409);
  });

  test('is stored without a call for a network that has booked five calls today', async () => {
    const database = await open();
    await makeHosts(database.db, now, 3);
    const { services } = intakeWith(database);
    const answers: string[] = [];
    for (const n of [9, 10, 11, 12, 13, 14]) {
      await database.db.update(callHosts).set({ lastBookedAt: null });
      const time = `2026-11-23T${String(n).padStart(2, '0')}:00:00.000Z`;
      const fields = fieldsOf({ slot: time, email: `visitor${n}@visitor.example` });
      const { next = '' } = (await (await sendForResponse(services, fields, json)).json()) as {
        next?: string;
      };
      answers.push(next.startsWith('/calls/') ? 'call' : next);
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'call'), '/#received-discovery-call']);
    expect(await stored(database)).toEqual({ submissions: 6, leads: 6, calls: 5 });
    // Forms without a booking change no host's turn.
    expect(await database.db.$count(callHosts, isNull(callHosts.lastBookedAt))).toBe(3);
    // A form without a time is still accepted.
    const plain = fieldsOf({ slot: '', email: 'plain@visitor.example' });
    expect((await sendForResponse(services, plain, json)).status).toBe(200);
  });

  test('without a time is stored, answered and confirmed as before', async () => {
    const database = await open();
    const { services, enqueued } = intakeWith(database);
    const { slot: _slot, time_zone: _zone, ...plain } = fieldsOf();
    const answers = [
      await sendForResponse(services, plain, json),
      // The list of zones always sends one, and a repeat is a repeat all the same.
      await sendForResponse(services, { ...plain, slot: '', time_zone: 'Asia/Kathmandu' }, json),
    ];
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(bodies).toEqual([
      '{"ok":true,"next":"/#received-discovery-call"}',
      '{"ok":true,"next":"/#received-discovery-call"}',
    ]);
    const { submission_id: id = '', ...fields } = plain;
    expect(await database.db.select().from(submissions)).toMatchObject([{ id, fields }]);
    expect(enqueued).toEqual([{ ids: [id], isBooked: false }]);
  });
});

test.each([
  ['no moment', { slot: 'tomorrow' }, 'slot'],
  ['a moment between two minutes', { slot: '2026-11-23T09:00:30.000Z' }, 'slot'],
  ['a moment of no zone', { slot: '2026-11-23T09:00' }, 'slot'],
  ['a day that there is not', { slot: '2026-02-31T09:00:00Z' }, 'slot'],
  ['a zone that there is not', { time_zone: 'Europe/Atlantis' }, 'time_zone'],
  ['a distance from UTC as a zone', { time_zone: '+05:45' }, 'time_zone'],
] as const)('%s is refused in a sentence beside its field', async (_, changes, field) => {
  const services = formServicesOf({ db: undefined as never, hasRoom: async () => true });
  const answer = await send({ ...services, countRefused: async () => ({ ok: true }) }, fieldsOf(changes), {
    form,
  });
  expect(answer.kind === 'page' && answer.refused).toMatchObject({
    status: 422,
    errors: { [field]: words.chooser.errors[field] },
  });
});

import { randomUUID } from 'node:crypto';
import { eq, gt, isNotNull, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import forms from '#content/forms.yaml';
import { submitWithTime } from './book-from-form.ts';
import { calls } from '../call.table.ts';
import { callHosts } from '../host.table.ts';
import { makeHosts } from '../times/calls.fixture.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import {
  acceptJson,
  formServicesOf,
  sendForResponse,
} from '#src/features/leads/submissions/form-request.fixture.ts';
import { rulesOf } from '#src/features/leads/submissions/submission.fixture.ts';
import { submissionLimits, type SubmitRules } from '#src/features/leads/submissions/submit-leads.ts';

/** When the fixture's posts are received. */
const now = new Date('2026-11-21T10:00:00Z');
const bookingServices = {
  jobs: { enqueue: async () => undefined } as never,
  secret: 'a secret for tests only',
  clock: { now: () => now },
};
const json = { form: 'discovery-call', headers: acceptJson } as const;

/** A form that picks an hour of Monday. */
const fieldsOf = (hour: number, changes: Entries = {}): Entries => ({
  name: 'Visitor',
  email: `visitor${hour}@visitor.example`,
  slot: `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`,
  time_zone: 'Asia/Kathmandu',
  submission_id: randomUUID(),
  ...changes,
});

/** What is answered to a form without a time. */
const receipt = '/#received-discovery-call';

async function opened(limits = submissionLimits) {
  const database = await openAnyTestDatabase();
  await makeHosts(database.db, now, 3);
  const enqueued: { ids: string[]; isBooked: boolean; withheld: number }[] = [];
  const enqueue: SubmitRules['enqueue'] = async (_tx, ids, withheld, isBooked = false) =>
    void enqueued.push({ ids, isBooked, withheld: withheld?.size ?? 0 });
  const services = formServicesOf(database, { limits, enqueue }, (submission, rules) =>
    submission.wanted
      ? submitWithTime(
          { ...bookingServices, db: database.db },
          { ...submission, wanted: submission.wanted },
          rules,
        )
      : null,
  );
  /** Returns the status and the redirect or error. */
  const answerTo = async (fields: Entries, network?: string) => {
    const answer = await sendForResponse(services, fields, { ...json, ...(network ? { network } : {}) });
    const { next, error } = (await answer.json()) as { next?: string; error?: string };
    return [answer.status, next?.startsWith('/calls/') ? 'call' : (next ?? error)];
  };
  return { db: database.db, enqueued, answerTo };
}

const booked = [200, 'call'];
/** Stored with its lead, and nothing booked. */
const stored = [200, receipt];

test('books three calls a day for one mailbox in any spelling from one network, and stores further forms without a call', async () => {
  const { db, enqueued, answerTo } = await opened();
  for (const [hour, email] of [
    [9, 'runa@halfmoon.example'],
    [10, 'r.una@halfmoon.example'],
    [11, 'Runa+calls@halfmoon.example'],
  ] as const)
    expect(await answerTo(fieldsOf(hour, { email }))).toEqual(booked);
  await db.update(calls).set({ state: 'cancelled', cancelledBy: 'visitor' });
  const fourth = fieldsOf(12, { email: 'runa@halfmoon.example', project_details: 'A film.' });
  expect(await answerTo(fourth)).toEqual(stored);
  expect(await answerTo(fourth), 'a repeat answers as the first').toEqual(stored);
  expect(await db.$count(calls)).toBe(3);
  const { submission_id: id = '', ...fields } = fourth;
  expect(await db.select().from(submissions).where(eq(submissions.id, id))).toMatchObject([{ fields }]);
  expect(enqueued.at(-1), 'the team is notified').toEqual({ ids: [id], isBooked: false, withheld: 0 });
});

test('a visitor on another network can neither use up the limit of an address nor learn about its calls', async () => {
  const { db, answerTo } = await opened();
  const email = 'runa@halfmoon.example';
  for (const hour of [9, 10]) expect(await answerTo(fieldsOf(hour, { email }), '192.0.2.7')).toEqual(booked);
  // The responses equal those for an unused address.
  const answersFor = async (victim: string, network: string) => {
    await db.delete(calls).where(ne(calls.email, email));
    const answers = [];
    for (const hour of [11, 12, 13, 14])
      answers.push(await answerTo(fieldsOf(hour, { email: victim }), network));
    await db.delete(calls).where(gt(calls.startsAt, new Date('2026-11-23T10:30:00Z')));
    return answers;
  };
  const answers = await answersFor(email, '192.0.2.66');
  expect(answers).toEqual(await answersFor('nobody@halfmoon.example', '192.0.2.67'));
  expect(answers).toEqual([booked, booked, booked, stored]);
  expect(await answerTo(fieldsOf(15, { email }), '192.0.2.7'), 'their third call').toEqual(booked);
});

test('counts an IPv6 /48 as one network', async () => {
  const { answerTo } = await opened();
  const answers = [];
  for (const [n, hour] of [9, 10, 11, 12, 13, 14].entries())
    answers.push(await answerTo(fieldsOf(hour), `2001:db8:1:${n}::/64`));
  expect(answers).toEqual([booked, booked, booked, booked, booked, stored]);
  expect(await answerTo(fieldsOf(15), '2001:db8:2:1::/64')).toEqual(booked);
});

test('books nine calls a day for one mailbox from any networks', async () => {
  const { db, answerTo } = await opened();
  const answers = [];
  for (const n of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    answers.push(await answerTo(fieldsOf(9, { email: 'runa@halfmoon.example' }), `192.0.2.${n}`));
    await db.delete(calls);
  }
  expect(answers).toEqual([...Array.from({ length: 9 }, () => booked), stored]);
});

test('a held submission uses up only its own network’s limit', async () => {
  const { answerTo } = await opened();
  const email = 'runa@halfmoon.example';
  for (const hour of [9, 10, 11, 12])
    expect(await answerTo(fieldsOf(hour, { email, _gotcha: 'x' }))).toEqual(booked);
  expect(await answerTo(fieldsOf(9, { email }))).toEqual(booked);
});

test('limits confirmations of forms stored without a call like those of other forms', async () => {
  const { enqueued, answerTo } = await opened({ ...submissionLimits, confirmationsPerNetwork: 1 });
  const email = 'runa@halfmoon.example';
  for (const hour of [9, 10, 11]) expect(await answerTo(fieldsOf(hour, { email }))).toEqual(booked);
  for (const hour of [12, 13]) expect(await answerTo(fieldsOf(hour, { email }))).toEqual(stored);
  expect(enqueued.map(({ withheld }) => withheld)).toEqual([0, 0, 0, 0, 1]);
});

test('books a hundred calls a day, and still accepts forms without a time after that', async () => {
  const { db, answerTo } = await opened();
  const limit = { name: 'calls, installation', subject: 'all', limit: 100, windowMs: 86_400_000 };
  await rulesOf().rateLimiter.hitEach(
    db,
    Array.from({ length: 100 }, () => [limit]),
  );
  expect(await answerTo(fieldsOf(9))).toEqual(stored);
  expect(await answerTo(fieldsOf(9, { slot: '' }))).toEqual(stored);
  expect(await db.$count(calls)).toBe(0);
});

test('refuses a booking from a network that has sent too many forms', async () => {
  const { db, answerTo } = await opened({ ...submissionLimits, perEmail: 1 });
  const email = 'runa@halfmoon.example';
  expect(await answerTo(fieldsOf(9, { email }))).toEqual(booked);
  const minutes = String(submissionLimits.windowMs / 60_000);
  expect(await answerTo(fieldsOf(10, { email }))).toEqual([
    429,
    fill(forms.shared.failures.tooMany, { minutes }),
  ]);
  expect(await db.$count(calls)).toBe(1);
});

test('a booking changes only its host’s turn, and a refused one changes none', async () => {
  const { db, answerTo } = await opened();
  await answerTo(fieldsOf(9));
  const [call] = await db.select().from(calls);
  const taking = await db.select().from(callHosts).where(isNotNull(callHosts.lastBookedAt));
  expect(taking).toMatchObject([{ personId: call?.hostId }]);
  for (const hour of [10, 11, 12, 13]) await answerTo(fieldsOf(hour));
  await db.update(callHosts).set({ lastBookedAt: null });
  for (const hour of [14, 15]) expect(await answerTo(fieldsOf(hour))).toEqual(stored);
  expect(await db.select({ at: callHosts.lastBookedAt }).from(callHosts)).toEqual(
    Array.from({ length: 3 }, () => ({ at: null })),
  );
});

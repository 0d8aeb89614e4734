import { randomUUID } from 'node:crypto';
import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import words from '#content/calls.yaml';
import forms from '#content/forms.yaml';
import { timeBookingOf } from '#src/features/calls/booking/book-from-form.ts';
import { calls } from '#src/features/calls/records/call.table.ts';
import { callHosts } from '#src/features/calls/records/host.table.ts';
import { makeHosts } from '#src/features/calls/times/calls.fixture.ts';
import type { Entries } from '#src/platform/check-fields.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { fill } from '#src/platform/fill.ts';
import { acceptJson, intakeOf, sendForResponse } from './form-request.fixture.ts';
import { rulesOf } from './submission.fixture.ts';
import { submissionLimits } from './submit-leads.ts';

/** When the fixture's posts are received. */
const now = new Date('2026-11-21T10:00:00Z');
const booking = timeBookingOf({
  jobs: { enqueue: async () => undefined } as never,
  secret: 'a secret for tests only',
  clock: { now: () => now },
});
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

async function opened(limits = submissionLimits) {
  const database = await openAnyTestDatabase();
  await makeHosts(database.db, now, 3);
  const intake = intakeOf(database, { limits }, booking);
  const answerTo = async (fields: Entries) => {
    const answer = await sendForResponse(intake, fields, json);
    return [answer.status, ((await answer.json()) as { error?: string }).error];
  };
  return { db: database.db, answerTo };
}

const { mailbox, installation } = words.chooser.errors;

test('three calls a day are booked for one mailbox, however it is spelt and however many are cancelled', async () => {
  const { db, answerTo } = await opened();
  for (const [hour, email] of [
    [9, 'runa@halfmoon.example'],
    [10, 'r.una@halfmoon.example'],
    [11, 'Runa+calls@halfmoon.example'],
  ] as const)
    expect(await answerTo(fieldsOf(hour, { email }))).toEqual([200, undefined]);
  await db.update(calls).set({ state: 'cancelled', cancelledBy: 'visitor' });
  expect(await answerTo(fieldsOf(12, { email: 'runa@halfmoon.example' }))).toEqual([429, mailbox]);
  expect(await answerTo(fieldsOf(12))).toEqual([200, undefined]);
});

test('two calls to come are booked for one address, however many it has had', async () => {
  const { db, answerTo } = await opened();
  const email = 'runa@halfmoon.example';
  for (const hour of [9, 10]) expect(await answerTo(fieldsOf(hour, { email }))).toEqual([200, undefined]);
  expect(await answerTo(fieldsOf(11, { email }))).toEqual([409, words.chooser.errors.address]);
  const [startsAt, endsAt] = [new Date('2026-11-16T09:00:00Z'), new Date('2026-11-16T09:30:00Z')];
  await db.update(calls).set({ startsAt, endsAt });
  expect(await answerTo(fieldsOf(11, { email }))).toEqual([200, undefined]);
});

test('what is held uses up what may be booked of its own network alone', async () => {
  const { answerTo } = await opened();
  const email = 'runa@halfmoon.example';
  for (const hour of [9, 10, 11, 12])
    expect(await answerTo(fieldsOf(hour, { email, _gotcha: 'x' }))).toEqual([200, undefined]);
  expect(await answerTo(fieldsOf(9, { email }))).toEqual([200, undefined]);
});

test('a hundred calls a day are booked in all, and without a time the form is taken as ever', async () => {
  const { db, answerTo } = await opened();
  const limit = { name: 'calls, installation', subject: 'all', limit: 100, windowMs: 86_400_000 };
  await rulesOf().rateLimiter.hitEach(
    db,
    Array.from({ length: 100 }, () => [limit]),
  );
  expect(await answerTo(fieldsOf(9))).toEqual([429, installation]);
  expect(await answerTo(fieldsOf(9, { slot: '' }))).toEqual([200, undefined]);
});

test('who has sent too many forms books no call by another', async () => {
  const { db, answerTo } = await opened({ ...submissionLimits, perEmail: 1 });
  const email = 'runa@halfmoon.example';
  expect(await answerTo(fieldsOf(9, { email }))).toEqual([200, undefined]);
  const minutes = String(submissionLimits.windowMs / 60_000);
  expect(await answerTo(fieldsOf(10, { email }))).toEqual([
    429,
    fill(forms.shared.failures.tooMany, { minutes }),
  ]);
  expect(await db.$count(calls)).toBe(1);
});

test('a booking changes whose turn it is for its host alone, and a refused one for nobody', async () => {
  const { db, answerTo } = await opened();
  await answerTo(fieldsOf(9));
  const [call] = await db.select().from(calls);
  const booked = await db.select().from(callHosts).where(isNotNull(callHosts.lastBookedAt));
  expect(booked).toMatchObject([{ personId: call?.hostId }]);
  for (const hour of [10, 11, 12, 13]) await answerTo(fieldsOf(hour));
  await db.update(callHosts).set({ lastBookedAt: null });
  for (const hour of [14, 15]) expect((await answerTo(fieldsOf(hour)))[0]).toBe(429);
  expect(await db.select({ at: callHosts.lastBookedAt }).from(callHosts)).toEqual(
    Array.from({ length: 3 }, () => ({ at: null })),
  );
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { cancelCall, moveCall, restoreCall } from './booking/change-call.ts';
import { calls, type Call } from './call.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Database } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { bookAt, linesOf, makeStudio } from './call-mails.fixture.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = Date.parse('2026-11-23T09:00:00Z');
const visitor = { actor: { id: null, name: 'Visitor' }, isTeams: false };
const team = { actor: { id: uuidv7(), name: 'Ada Brandt' }, isTeams: true };
const hours = (count: number) => new Date(now.getTime() + count * hourMs);

/** A studio where someone else books with the visitor's address, in several spellings. */
async function makeVictim({ db }: Database) {
  const { clockwork, leadId } = await makeStudio(db, now);
  const spellings = ['v.ictim@halfmoon.example', 'victim+x@halfmoon.example', 'VICTIM@halfmoon.example'];
  const book = (n: number) => {
    const startsAt = new Date(monday + n * 2 * hourMs);
    return bookAt(db, clockwork, { startsAt, leadId, email: spellings[n] ?? '', isVisitors: true });
  };
  const move = (by: typeof visitor | typeof team, { id }: Call, startMs: number) =>
    moveCall(db, clockwork.services(), by, id, { startMs });
  /** Returns the emails sent since the last call, by recipient. */
  const left = async (until = clockwork.clock.now()) => {
    await clockwork.moveTo(until);
    const mails = clockwork.sent.splice(0).map(({ mail }) => mail);
    const toVictim = mails.filter(({ to }) => to.endsWith('halfmoon.example'));
    return { victim: toVictim, hosts: mails.filter((mail) => !toVictim.includes(mail)) };
  };
  return { clockwork, book, move, left };
}

describeOnOneDatabase('a change by a visitor', (open) => {
  test('emails one mailbox at most six times a day in any spelling, and sends the final state of each call the next day', async () => {
    const database = await open();
    const { book, move, left } = await makeVictim(database);
    const counts = { victim: 0, hosts: 0 };
    const note = ({ victim, hosts }: Awaited<ReturnType<typeof left>>) => {
      counts.victim += victim.length;
      counts.hosts += hosts.length;
    };
    const booked = [];
    for (const n of [0, 1, 2]) booked.push(await book(n));
    note(await left());
    for (let change = 1; change <= 10; change += 1)
      for (const [n, call] of booked.entries()) {
        const startMs = monday + (n * 2 + (change % 2)) * hourMs;
        expect(await move(visitor, call, startMs), 'the call is moved all the same').toMatchObject({
          ok: true,
        });
        note(await left());
      }
    note(await left(hours(23)));
    expect(counts).toEqual({ victim: 6, hosts: 33 });
    const { victim, hosts } = await left(hours(25));
    expect(hosts).toEqual([]);
    expect(victim.map((mail) => linesOf(mail)['SEQUENCE'])).toEqual(['10', '10', '10']);
  });

  test('delays emails until the final state: cancels invitations that were sent, and no others', async () => {
    const { db } = await open();
    const { clockwork, book, move, left } = await makeVictim({ db } as Database);
    const call = await book(0);
    await left();
    for (const n of [1, 2, 3, 4, 5]) {
      await move(visitor, call, monday + n * hourMs);
      await left();
    }
    // From here on, no email is sent to the visitor.
    for (let round = 0; round < 2; round += 1) {
      expect(await cancelCall(db, clockwork.services(), visitor, call.id, '')).toMatchObject({ ok: true });
      expect(await restoreCall(db, clockwork.services(), visitor, call.id)).toMatchObject({ ok: true });
      expect((await left()).victim).toEqual([]);
    }
    const { victim } = await left(hours(25));
    expect(victim).toHaveLength(2);
    expect(new Set(victim.map((mail) => mail.invitation?.method))).toEqual(new Set(['CANCEL', 'REQUEST']));
    const [row] = await db.select().from(calls).where(eq(calls.id, call.id));
    expect(row).toMatchObject({ state: 'booked', generation: 2 });
  });

  test('does not count against emails about the team’s changes, which are sent at once', async () => {
    const database = await open();
    const { clockwork, book, move, left } = await makeVictim(database);
    const call = await book(0);
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await move(visitor, call, monday + n * hourMs);
      await left();
    }
    for (const n of [1, 2, 3]) {
      await move(team, call, monday + n * hourMs);
      expect((await left()).victim).toHaveLength(1);
    }
    await cancelCall(database.db, clockwork.services(), team, call.id, 'We are ill.');
    const { victim } = await left();
    expect(victim.map(({ subject }) => subject.split(':')[0])).toEqual(['Cancelled']);
  });

  test('sends nothing about a past call, and skips reminders above the daily limit', async () => {
    const { db } = await open();
    const { clockwork, book, move, left } = await makeVictim({ db } as Database);
    const call = await book(0);
    await left();
    for (const n of [1, 2, 3, 4, 5]) {
      await move(visitor, call, monday + n * hourMs);
      await left();
    }
    expect(await move(visitor, call, hours(5).getTime())).toMatchObject({ ok: true });
    const { victim } = await left(hours(30));
    expect(victim).toEqual([]);
    const reasons = await db
      .select({ topic: outbox.topic, reason: outbox.lastError })
      .from(outbox)
      .where(eq(outbox.state, 'skipped'));
    expect(reasons).toContainEqual({ topic: 'moved', reason: 'too late' });
    expect(reasons).toContainEqual({ topic: 'reminder-hour', reason: 'call mails, mailbox' });
    expect(clockwork.sent).toEqual([]);
  });
});

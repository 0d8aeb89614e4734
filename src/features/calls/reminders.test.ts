import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { cancelCall, markCall, moveCall, restoreCall, type Changed } from './booking/change-call.ts';
import { callMails } from './call.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { bookAt, makeStudio, type Clockwork } from './call-mails.fixture.ts';

const firstDay = new Date('2026-11-20T08:00:00Z');
const hours = (count: number, from = firstDay) => new Date(from.getTime() + count * hourMs);
const team = { actor: { id: uuidv7(), name: 'Ada Brandt' }, isTeams: true };

/** Returns the sent reminders, by kind and hour. */
const remindersIn = ({ sent }: Clockwork) =>
  sent.filter(({ mail }) => mail.subject.startsWith('Reminder')).map(({ at }) => at.toISOString());

describeOnOneDatabase('reminders of a call', (open) => {
  test('are sent a day and an hour before it', async () => {
    const { db } = await open();
    const { clockwork, leadId } = await makeStudio(db, firstDay);
    await bookAt(db, clockwork, { startsAt: hours(72), leadId });
    await clockwork.moveTo(hours(100));
    expect(remindersIn(clockwork)).toEqual([hours(48).toISOString(), hours(71).toISOString()]);
  });

  test('are not sent after it was cancelled or moved', async () => {
    const { db } = await open();
    const { clockwork, leadId } = await makeStudio(db, firstDay);
    const cancelled = await bookAt(db, clockwork, { startsAt: hours(72), leadId });
    const moved = await bookAt(db, clockwork, { startsAt: hours(74), leadId });
    const restored = await bookAt(db, clockwork, { startsAt: hours(76), leadId });
    await clockwork.moveTo(hours(20));
    await cancelCall(db, clockwork.services(), team, cancelled.id, 'We are ill.');
    await moveCall(db, clockwork.services(), team, moved.id, { startMs: hours(96).getTime() });
    await cancelCall(db, clockwork.services(), team, restored.id, '');
    await restoreCall(db, clockwork.services(), team, restored.id);
    await clockwork.moveTo(hours(120));
    const expected = [52, 72, 75, 95].map((hour) => hours(hour).toISOString());
    expect(remindersIn(clockwork)).toEqual(expected);
  });

  test('are skipped if they are too late: the call is near or over, or the server was off', async () => {
    const { db } = await open();
    const { clockwork, leadId } = await makeStudio(db, firstDay);
    await bookAt(db, clockwork, { startsAt: hours(0.5), leadId });
    await bookAt(db, clockwork, { startsAt: hours(5), leadId });
    await clockwork.moveTo(hours(20));
    expect(remindersIn(clockwork)).toEqual([hours(4).toISOString()]);
    await bookAt(db, clockwork, { startsAt: hours(50), leadId });
    await bookAt(db, clockwork, { startsAt: hours(56), leadId });
    await bookAt(db, clockwork, { startsAt: hours(39), leadId });
    // Both reminders come due while the server is off, the second one eleven hours ago.
    clockwork.stopUntil(hours(43));
    await clockwork.moveTo(hours(60));
    expect(remindersIn(clockwork).slice(1)).toEqual([43, 49, 55].map((hour) => hours(hour).toISOString()));
    const skipped = await db
      .select({ reason: outbox.lastError })
      .from(outbox)
      .where(and(eq(outbox.state, 'skipped'), like(outbox.topic, 'reminder-%')));
    expect(skipped.map(({ reason }) => reason)).toEqual(['too late', 'too late']);
  });

  test('are not sent after it is over, whatever its state', async () => {
    const { db } = await open();
    const { clockwork, leadId } = await makeStudio(db, firstDay);
    const call = await bookAt(db, clockwork, { startsAt: hours(2), leadId });
    clockwork.stopUntil(hours(3));
    await markCall(db, clockwork.services(), team.actor, call.id, 'happened');
    await clockwork.runDue();
    expect(remindersIn(clockwork)).toEqual([]);
  });
});

/** Returns a seeded random number generator. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Step = { readonly atMs: number; readonly run: () => Promise<void> };

/** A time that a call had, and from when until when it had it. */
type Stand = {
  readonly callId: string;
  readonly sequence: number;
  fromMs: number;
  untilMs: number;
  startMs: number;
};

/** Half-hour slots in the three weeks around the clock changes of autumn and spring, each used once. */
function createSlots(below: (count: number) => number) {
  const firstDays = ['2026-10-20T05:00:00Z', '2027-03-08T05:00:00Z'].map((day) => Date.parse(day));
  const slots = new Set(
    firstDays.flatMap((day) => Array.from({ length: 22 * 48 }, (_, n) => day + (n * hourMs) / 2)),
  );
  return (afterMs: number): Date | null => {
    const free = [...slots].filter((slot) => slot > afterMs && slot < afterMs + 6 * 24 * hourMs);
    const slot = free[below(free.length)];
    if (slot === undefined) return null;
    slots.delete(slot);
    return new Date(slot);
  };
}

/** Returns the expected reminders of a call with this history. */
const dueOf = ({ callId, sequence, fromMs, untilMs, startMs }: Stand): string[] =>
  [['reminder-day', startMs - 24 * hourMs] as const, ['reminder-hour', startMs - hourMs] as const].flatMap(
    ([kind, at]) =>
      at > fromMs && at < untilMs ? [`${callId} ${kind} ${sequence} ${new Date(at).toISOString()}`] : [],
  );

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const;

/** Books, moves, cancels and restores calls in two seasons, letting time pass. */
async function passSeasons(db: Db, count: number) {
  const { clockwork, leadId } = await makeStudio(db, new Date('2026-10-18T06:00:00Z'));
  const below = numbers(13);
  const takeSlot = createSlots(below);
  const [stands, latest] = [[] as Stand[], new Map<string, Stand>()];
  const counts = { booked: 0, moved: 0, cancelled: 0, restored: 0 };
  const steps: Step[] = [];
  const note = (kind: keyof typeof counts, changed: Changed) => {
    if (!changed.ok) throw new Error(changed.reason);
    counts[kind] += 1;
    const { id: callId, sequence, startsAt, state } = changed.call;
    const fromMs = clockwork.clock.now().getTime();
    const former = latest.get(callId);
    if (former) former.untilMs = fromMs;
    if (state !== 'booked') return;
    const stand = { callId, sequence, fromMs, untilMs: Infinity, startMs: startsAt.getTime() };
    latest.set(callId, stand);
    stands.push(stand);
    planChange(stand);
  };
  const planChange = ({ callId, fromMs, startMs }: Stand) => {
    // Never at a whole minute, when a reminder is due.
    const atMs = fromMs + 1000 + below(Math.max(1, Math.floor((startMs - fromMs) / 60_000))) * 60_000;
    if (below(3) === 0 || atMs >= startMs - 1000) return;
    const run = async () => {
      const services = clockwork.services();
      const to = takeSlot(atMs + hourMs);
      if (below(2) === 0 && to)
        return note('moved', await moveCall(db, services, team, callId, { startMs: to.getTime() }));
      note('cancelled', await cancelCall(db, services, team, callId, ''));
      if (below(2) === 0) note('restored', await restoreCall(db, services, team, callId));
    };
    steps.push({ atMs, run });
  };
  for (let n = 0; n < count; n += 1) {
    const season = Date.parse(n % 2 === 0 ? '2026-10-18T06:00:00Z' : '2027-03-06T06:00:00Z');
    const atMs = season + below(16 * 24 * 60) * 60_000 + 500;
    const run = async () => {
      const startsAt = takeSlot(atMs);
      const at = { leadId, visitorZone: zones[n % 4] ?? zones[0] };
      if (startsAt) note('booked', { ok: true, call: await bookAt(db, clockwork, { ...at, startsAt }) });
    };
    steps.push({ atMs, run });
  }
  for (;;) {
    const next = steps.toSorted((one, other) => one.atMs - other.atMs)[0];
    if (!next) break;
    steps.splice(steps.indexOf(next), 1);
    await clockwork.moveTo(new Date(next.atMs));
    await next.run();
  }
  await clockwork.moveTo(new Date('2027-04-30T00:00:00Z'));
  return { clockwork, counts, due: stands.flatMap(dueOf) };
}

/** The number of calls; `CALLS=300` runs more, which takes minutes. */
const count = Number(process.env['CALLS'] ?? 60);

describeOnOneDatabase('across both clock changes', (open) => {
  test('two workers send each reminder of booked, moved, cancelled and restored calls once', async () => {
    const { db } = await open();
    const { clockwork, counts, due } = await passSeasons(db, count);
    const rows = await db.select().from(callMails);
    const left = clockwork.sent.flatMap(({ mail, at }) => {
      const row = rows.find(({ id }) => mail.messageId.startsWith(id));
      return row?.kind.startsWith('reminder')
        ? [`${row.callId} ${row.kind} ${row.sequence} ${at.toISOString()}`]
        : [];
    });
    expect(counts.booked).toBe(count);
    expect(Math.min(counts.moved, counts.cancelled, counts.restored)).toBeGreaterThan(count / 15);
    expect(due.length).toBeGreaterThan(count);
    expect(left.toSorted()).toEqual(due.toSorted());
    const messageIds = clockwork.sent.map(({ mail }) => mail.messageId);
    expect(new Set(messageIds).size).toBe(messageIds.length);
    process.stdout.write(`reminders: ${JSON.stringify({ ...counts, due: due.length, sent: left.length })}\n`);
  }, 120_000);
});

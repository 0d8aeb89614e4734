import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookAt, makeStudio } from '#src/features/calls/call-mails.fixture.ts';
import { calls } from '#src/features/calls/records/call.table.ts';
import { listShiftedCalls } from '#src/features/calls/times/list-shifted-calls.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { changeHost } from './change-host.ts';

const now = new Date('2026-11-20T08:00:00Z');
const monday = Date.parse('2026-11-23T09:00:00Z');
const by = { actor: { id: null, name: 'Ada Brandt' }, now };

describeOnOneDatabase('a host who works by another zone', (open) => {
  test('has their calls by its clocks; only those that rules have shifted are named', async () => {
    const { db } = await open();
    const { clockwork, leadId, hostIds } = await makeStudio(db, now);
    const [hostId = ''] = hostIds;
    const [call, shifted] = [
      await bookAt(db, clockwork, { startsAt: new Date(monday), leadId, hostId }),
      await bookAt(db, clockwork, { startsAt: new Date(monday + 3_600_000), leadId, hostId }),
    ];
    // As if the rules of Berlin had been others when it was booked.
    await db.update(calls).set({ hostClock: '2026-11-23 12:00 +02:00' }).where(eq(calls.id, shifted.id));
    const rules = { timeZone: 'Europe/London', dailyMost: 8, isTakingCalls: true };
    expect(await changeHost(db, by, hostId, rules)).toBe(true);
    const [moved] = await db.select().from(calls).where(eq(calls.id, call.id));
    expect(moved).toMatchObject({ hostClock: '2026-11-23 09:00 +00:00', startsAt: call.startsAt });
    expect(await listShiftedCalls(db, now)).toMatchObject([{ callId: shifted.id, whose: 'host' }]);
  });
});

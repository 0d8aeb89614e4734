import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { calls } from './call.table.ts';
import { callFile } from './visitor/find-visitor-call.ts';
import { callTokenOf } from './call-token.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Config } from '#src/platform/config/config.ts';
import type { Services } from '#src/platform/services/services.ts';
import { callsFeature } from './calls-feature.ts';
import { bookAt, linesOf, makeStudio } from './call-mails.fixture.ts';

const now = new Date('2026-11-20T08:00:00Z');
const monday = new Date('2026-11-23T09:00:00Z');

describeOnOneDatabase('a start', (open) => {
  test('logs calls whose local time has changed since the booking, without names', async () => {
    const { db } = await open();
    const { clockwork, leadId } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
    const lines: unknown[] = [];
    const warn = (event: string, fields?: object) => void lines.push([event, fields]);
    const jobs = { define: () => undefined };
    const services = { db, jobs, clock: clockwork.clock, log: { warn } } as unknown as Services;
    await callsFeature.register?.(services);
    expect(lines).toEqual([]);
    // As if the zone had had another offset at the time of booking.
    await db.update(calls).set({ visitorClock: '2026-11-23 14:30 +05:30' }).where(eq(calls.id, call.id));
    await callsFeature.register?.(services);
    const times = { emailed: '2026-11-23 14:30 +05:30', now: '2026-11-23 14:45 +05:45' };
    expect(lines).toEqual([
      [expect.any(String), { callId: call.id, whose: 'visitor', timeZone: 'Asia/Kathmandu', ...times }],
    ]);
    clockwork.stopUntil(new Date(monday.getTime() + 1));
    await callsFeature.register?.(services);
    expect(lines, 'what is over').toHaveLength(1);
  });
});

describeOnOneDatabase('a call’s calendar file', (open) => {
  test('equals the email’s invitation, and is found only by the token of a booked call', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId, name: 'Runa <b>' });
    const { secret } = clockwork.services();
    const config = { mailFrom: { name: 'Studio', address: 'studio@studio.example' } } as Config;
    const services = { db, clock: clockwork.clock, origin: 'https://studio.example', secret, config };
    const answer = await callFile(services, callTokenOf(secret, call.id));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const content = await answer.text();
    const method = 'REQUEST' as const;
    const mail = (await newMails()).visitors[0];
    expect(content).toBe(mail?.invitation?.content);
    expect(linesOf(mail && { ...mail, invitation: { method, content } })['UID']).toContain(call.id);
    for (const token of [call.id, '', call.tokenHash, callTokenOf('another secret', call.id)])
      expect((await callFile(services, token)).status).toBe(404);
    await db.update(calls).set({ state: 'cancelled', cancelledBy: 'team' }).where(eq(calls.id, call.id));
    expect((await callFile(services, callTokenOf(secret, call.id))).status).toBe(404);
  });
});

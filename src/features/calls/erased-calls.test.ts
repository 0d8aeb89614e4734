import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { erasePerson } from '#src/features/clients/erase-person.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson } from '#src/features/projects/test-project.fixture.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { cancelCall } from './booking/change-call.ts';
import { bookAt, linesOf, makeStudio, visitorEmail } from './call-mails.fixture.ts';
import { pruneErasedCalls } from './emails/erased-calls.ts';
import { calls, erasedCalls } from './call.table.ts';

const now = new Date('2026-11-20T08:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

describeOnOneDatabase('erasing a person with calls', (open) => {
  test('removes upcoming calls from their hosts’ calendars without naming the person', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    const name = 'Runa Halfmoon';
    await bookAt(db, clockwork, { startsAt: inDays(3), leadId, name });
    const cancelled = await bookAt(db, clockwork, { startsAt: inDays(4), leadId, name });
    const team = { actor: ada, isTeams: true };
    await cancelCall(db, clockwork.services(), team, cancelled.id, '');
    const invited = (await newMails()).hosts.find(({ invitation }) => invitation?.method === 'REQUEST');
    const { clock } = clockwork;
    const { jobs } = clockwork.services();
    expect(await erasePerson(db, { clock, jobs }, ada, { leadId }, visitorEmail)).toMatchObject({ ok: true });
    expect(await db.$count(calls)).toBe(0);
    const { visitors, hosts } = await newMails();
    expect(visitors).toEqual([]);
    expect(hosts).toHaveLength(1);
    const [mail] = hosts;
    expect(mail?.to).toBe(invited?.to);
    const [before, after] = [linesOf(invited), linesOf(mail)];
    expect(after).toMatchObject({ METHOD: 'CANCEL', UID: before['UID'], DTSTART: before['DTSTART'] });
    expect(Number(after['SEQUENCE'])).toBeGreaterThan(Number(before['SEQUENCE']));
    const kept = JSON.stringify([mail, await db.select().from(erasedCalls)]);
    for (const theirs of [name, visitorEmail, 'Halfmoon']) expect(kept).not.toContain(theirs);
    await pruneErasedCalls(db);
    expect(await db.$count(erasedCalls), 'while its mail is kept').toBe(1);
    await db.delete(outbox).where(eq(outbox.kind, 'call'));
    await pruneErasedCalls(db);
    expect(await db.$count(erasedCalls)).toBe(0);
  });

  test('sends nothing about past calls or to a disabled host', async () => {
    const { db } = await open();
    const { clockwork, leadId, hostIds, newMails } = await makeStudio(db, now);
    const [host = '', left = ''] = hostIds;
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    await bookAt(db, clockwork, { startsAt: inDays(3), leadId, hostId: host });
    await bookAt(db, clockwork, { startsAt: inDays(7), leadId, hostId: left });
    await newMails();
    clockwork.stopUntil(inDays(4));
    await newMails();
    await db.update(people).set({ disabledAt: now }).where(eq(people.id, left));
    const { clock } = clockwork;
    const { jobs } = clockwork.services();
    expect(await erasePerson(db, { clock, jobs }, ada, { leadId }, visitorEmail)).toMatchObject({ ok: true });
    expect(await newMails()).toEqual({ visitors: [], hosts: [] });
    expect(await db.select().from(erasedCalls)).toMatchObject([{ hostId: left }]);
  });
});

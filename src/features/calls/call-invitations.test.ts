import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/call-mails.yaml';
import { cancelCall, moveCall, restoreCall } from './booking/change-call.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { bookAt, linesOf, makeStudio } from './call-mails.fixture.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = new Date('2026-11-23T09:00:00Z');
const team = { actor: { id: uuidv7(), name: 'Ada Brandt' }, isTeams: true };
const visitor = { actor: { id: null, name: 'Visitor' }, isTeams: false };

const numberOf = (mail: Mail | undefined) => Number(linesOf(mail)['SEQUENCE']);

describeOnOneDatabase('invitations in emails', (open) => {
  test('SEQUENCE increases with every change', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const { id } = await bookAt(db, clockwork, { startsAt: monday, leadId });
    const services = clockwork.services();
    const invited: (Mail | undefined)[] = [];
    const readInvitation = async () => invited.push((await newMails()).visitors[0]);
    await readInvitation();
    for (const hour of [1, 2, 3, 2, 1]) {
      await moveCall(db, services, team, id, { startMs: monday.getTime() + hour * hourMs });
      await readInvitation();
    }
    await cancelCall(db, services, visitor, id, '');
    await readInvitation();
    await restoreCall(db, services, visitor, id);
    await readInvitation();
    await moveCall(db, services, visitor, id, { startMs: monday.getTime() + 4 * hourMs });
    await readInvitation();
    expect(invited.map(numberOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const uids = invited.map((mail) => linesOf(mail)['UID']);
    const [first, second] = [`${id}-0@studio.example`, `${id}-1@studio.example`];
    expect(uids).toEqual([...Array.from({ length: 7 }, () => first), second, second]);
    expect(invited.map((mail) => mail?.invitation?.method)).toEqual(
      [6, 1, 2].flatMap((count, n) => Array.from({ length: count }, () => (n === 1 ? 'CANCEL' : 'REQUEST'))),
    );
    const times = invited.map((mail) => linesOf(mail)['DTSTART']);
    expect([times[0], times[5], times[8]]).toEqual([
      '20261123T090000Z',
      '20261123T100000Z',
      '20261123T130000Z',
    ]);
  });

  test('name the studio as organizer and the email’s recipient as attendee', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    await bookAt(db, clockwork, { startsAt: monday, leadId });
    const { visitors, hosts } = await newMails();
    for (const mail of [...visitors, ...hosts]) {
      const lines = Object.entries(linesOf(mail));
      const valueOf = (name: string) => lines.find(([key]) => key.startsWith(name))?.[1];
      expect(valueOf('ORGANIZER')).toBe('mailto:studio@studio.example');
      expect(valueOf('ATTENDEE')).toBe(`mailto:${mail.to}`);
    }
  });

  test('a reassigned call is cancelled at its former time in the old host’s calendar, and a new event if assigned back', async () => {
    const { db } = await open();
    const { clockwork, leadId, hostIds, newMails } = await makeStudio(db, now);
    const [one = '', other = ''] = hostIds;
    const { id } = await bookAt(db, clockwork, { startsAt: monday, leadId, hostId: one });
    const booked = await newMails();
    const give = (hostId: string, hour: number) =>
      moveCall(db, clockwork.services(), team, id, { startMs: monday.getTime() + hour * hourMs, hostId });
    await give(other, 1);
    const handed = await newMails();
    const [cancelled, taken] = ['host0', 'host1'].map((name) =>
      handed.hosts.find(({ to }) => to === `${name}@studio.example`),
    );
    expect(cancelled?.invitation?.method).toBe('CANCEL');
    expect(linesOf(cancelled)).toMatchObject({
      UID: linesOf(booked.hosts[0])['UID'],
      DTSTART: '20261123T090000Z',
    });
    expect(cancelled?.text).toContain(words.host.cancelled.handedOver);
    expect(linesOf(taken)).toMatchObject({ DTSTART: '20261123T100000Z', METHOD: 'REQUEST' });
    expect(linesOf(handed.visitors[0])['UID']).toBe(linesOf(booked.visitors[0])['UID']);
    await give(one, 0);
    const back = (await newMails()).hosts.find(({ to }) => to === 'host0@studio.example');
    expect(linesOf(back)['UID']).not.toBe(linesOf(booked.hosts[0])['UID']);
    expect(numberOf(back)).toBe(2);
  });
});

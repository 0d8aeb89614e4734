import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import words from '#content/call-mails.yaml';
import site from '#content/site.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { cancelCall, moveCall, restoreCall } from './booking/change-call.ts';
import { offerTimes, bookOffered } from './booking/offer-times.ts';
import { callKinds, calls, callSettings } from './call.table.ts';
import { defaultSettings } from './times/find-hosts.ts';
import { callClocks } from '#src/studio/clock-words.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { hourMs } from '#src/platform/durations.ts';
import { fill } from '#src/platform/fill.ts';
import { refusalOf } from '#src/platform/mail/mailer.ts';
import { bookAt, linesOf, makeStudio, visitorEmail } from './call-mails.fixture.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** A Monday, 10:00 in Berlin. */
const monday = new Date('2026-11-23T09:00:00Z');
const team = { actor: { id: uuidv7(), name: 'Ada Brandt' }, isTeams: true };
const visitor = { actor: { id: null, name: 'Visitor' }, isTeams: false };
const { discovery: title } = words;
const hostile = 'Runa <b>x</b>\r\nBcc: victim@evil.example';

describeOnOneDatabase('emails about calls', (open) => {
  test('notify the visitor and the host of a booking, in the lead’s email thread', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
    const { visitors, hosts } = await newMails();
    expect([visitors.length, hosts.length]).toEqual([1, 1]);
    const [[mail], [hostMail]] = [visitors, hosts];
    const [when, hostWhen] = ['Monday, 23 November 2026, 14:45', 'Monday, 23 November 2026, 10:00'];
    expect(mail?.subject).toBe(fill(words.visitor.booked.subject, { title, when }));
    const hostSubject = fill(words.host.booked.subject, { title, name: 'Visitor', when: hostWhen });
    expect(hostMail?.subject).toBe(hostSubject);
    expect(mail).toMatchObject({ replyTo: 'team@studio.example' });
    expect(hostMail).toMatchObject({ to: 'host0@studio.example', replyTo: visitorEmail });
    for (const one of [mail, hostMail]) {
      expect(one && refusalOf(one)).toBeNull();
      expect(one?.thread?.root).toBe(`${leadId}.lead@studio.example`);
    }
    for (const part of [fill(words.length, { title, minutes: '30' }), 'Host 0', words.noPlace, '/call.ics'])
      expect(mail?.text).toContain(part);
    expect(hostMail?.text).toContain(`https://studio.example/desk/calls/${call.id}`);
    expect(hostMail?.text).toContain(`https://studio.example/desk/leads/${leadId}`);
    expect(hostMail?.text).not.toContain('/calls/offers/');
  });

  test('show the same local times as the page', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    // The clocks of Lord Howe and Berlin change on different days.
    const startsAt = new Date('2027-04-02T15:30:00Z');
    const visitorZone = 'Australia/Lord_Howe';
    const call = await bookAt(db, clockwork, { startsAt, leadId, visitorZone });
    const { visitors, hosts } = await newMails();
    const page = callClocks(call, 'Europe/Berlin');
    expect(page.visitor.all).toBe('Saturday, 3 April 2027, 02:30 (Lord Howe, UTC+11)');
    expect(page.host.all).toBe('Friday, 2 April 2027, 17:30 (Berlin, UTC+2)');
    for (const mail of [...visitors, ...hosts])
      for (const part of [mail.text, mail.html])
        for (const clock of [page.visitor, page.host]) expect(part).toContain(clock.all);
  });

  test('show only one time if both sides share a zone', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    await bookAt(db, clockwork, { startsAt: monday, leadId, visitorZone: 'Europe/Berlin' });
    const { visitors, hosts } = await newMails();
    expect([visitors.length, hosts.length]).toEqual([1, 1]);
    const { yourClock, ourClock, theirClock } = words.labels;
    for (const { text } of [...visitors, ...hosts]) {
      expect(text).toContain(`${yourClock}: Monday, 23 November 2026, 10:00 (Berlin, UTC+1)`);
      for (const other of [ourClock, theirClock]) expect(text).not.toContain(other);
    }
  });

  test('state why they were sent: the visitor requested the call, or the team arranged it', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    await bookAt(db, clockwork, { startsAt: monday, leadId, isVisitors: true });
    await bookAt(db, clockwork, { startsAt: new Date(monday.getTime() + hourMs), leadId });
    const { visitors, hosts } = await newMails();
    // Emails due at the same moment are sent in any order.
    const [asked, arranged] = ['14:45', '15:45'].map(
      (time) => visitors.find(({ text }) => text.includes(time))?.text,
    );
    expect(asked).toContain("If that wasn't you, reply to this email and we'll delete your address.");
    expect(arranged).toContain("You're getting this email because we've arranged a call with you.");
    expect(arranged).not.toContain('delete');
    expect(asked).toContain('\n\nHi,\n\n');
    for (const { text } of hosts) expect(text).toMatch(/\n\nHi \w+,\n\n/);
  });

  test('quote nothing that was typed to the visitor, and put nothing typed into a header', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId, name: hostile });
    await cancelCall(db, clockwork.services(), visitor, call.id, hostile);
    await newMails();
    await restoreCall(db, clockwork.services(), visitor, call.id);
    await cancelCall(db, clockwork.services(), visitor, call.id, hostile);
    const { visitors, hosts } = await newMails();
    expect([visitors.length, hosts.length]).toEqual([1, 1]);
    for (const mail of visitors)
      expect(JSON.stringify([mail, mail.invitation?.content])).not.toMatch(/Runa|evil/);
    for (const mail of hosts) {
      expect(refusalOf(mail)).toBeNull();
      expect(mail.html).not.toContain('<b>');
      expect(mail.text).toContain(hostile);
      expect(mail.subject).toContain('Runa <b>x</b> Bcc: victim@evil.example');
    }
  });

  test('name the place of the call’s kind, else that of all calls', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    await db.insert(callSettings).values({ ...defaultSettings, place: 'https://meet.studio.example/room' });
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
    const first = (await newMails()).visitors[0];
    expect(first?.html).toContain('<a href="https://meet.studio.example/room"');
    expect(linesOf(first)['LOCATION']).toBe('https://meet.studio.example/room');
    const kindId = uuidv7();
    await db.insert(callKinds).values({ id: kindId, name: 'First session', lengthMin: 30, place: 'Room 2' });
    await db.update(calls).set({ kindId }).where(eq(calls.id, call.id));
    await moveCall(db, clockwork.services(), team, call.id, { startMs: monday.getTime() + hourMs });
    const moved = (await newMails()).visitors[0];
    const [kind, when] = ['First session', 'Monday, 23 November 2026, 15:45'];
    expect(moved?.subject).toBe(fill(words.visitor.moved.subject, { title: kind, when }));
    const SUMMARY = fill(words.visitor.event, { title: kind, studio: site.name });
    expect(linesOf(moved)).toMatchObject({ LOCATION: 'Room 2', SUMMARY });
  });

  test('link each reserved time until one of them is booked', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const startsMs = [0, 2, 4].map((hour) => monday.getTime() + hour * hourMs);
    const contact = { leadId, name: hostile, email: visitorEmail, visitorZone: 'Asia/Kathmandu' };
    const offer = () => offerTimes(db, clockwork.services(), team.actor, { ...contact, startsMs });
    const offered = await offer();
    const ids = offered.ok ? offered.calls.map(({ id }) => id) : [];
    const { visitors, hosts } = await newMails();
    expect([visitors.length, hosts.length]).toEqual([1, 0]);
    const mail = visitors[0];
    expect(mail?.invitation).toBeUndefined();
    for (const id of ids) expect(mail?.html).toMatch(new RegExp(`/calls/offers/[\\w-]{43}\\?call=${id}`));
    for (const part of ['until Sunday, 22 November 2026, 13:45 (Kathmandu, UTC+5:45)', 'Berlin, UTC+1'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain('Runa');
    const again = await offer();
    const [first] = again.ok ? again.calls : [];
    await bookOffered(db, clockwork.services(), first?.id ?? '', 'Asia/Kathmandu');
    const after = await newMails();
    const when = 'Monday, 23 November 2026, 14:45';
    const booked = fill(words.visitor.booked.subject, { title, when });
    expect(after.visitors.map(({ subject }) => subject)).toEqual([booked]);
  });

  test('give the team’s reason for cancelling, and a link to restore a call that the visitor cancelled', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
    await newMails();
    await cancelCall(db, clockwork.services(), team, call.id, 'We are ill.');
    const byTeam = await newMails();
    expect(byTeam.visitors[0]?.text).toContain('We are ill.');
    expect(byTeam.visitors[0]?.text).not.toContain('/calls/');
    expect(byTeam.hosts[0]?.text).toContain(words.host.cancelled.byTeam);
    await restoreCall(db, clockwork.services(), team, call.id);
    await newMails();
    await cancelCall(db, clockwork.services(), visitor, call.id, 'I am ill.');
    const byVisitor = await newMails();
    const { text = '' } = byVisitor.visitors[0] ?? {};
    expect(text).toContain(`${words.visitor.cancelled.restore}:\nhttps://studio.example/calls/`);
    expect(text).toMatch(/studio\.example\/calls\/[\w-]{43}\n/);
    expect(byVisitor.hosts[0]?.text).toContain('I am ill.');
  });

  test('are sent once for the latest change, and not to disabled hosts', async () => {
    const { db } = await open();
    const { clockwork, leadId, newMails, hostIds } = await makeStudio(db, now);
    const call = await bookAt(db, clockwork, { startsAt: monday, leadId });
    await moveCall(db, clockwork.services(), team, call.id, { startMs: monday.getTime() + hourMs });
    await db
      .update(people)
      .set({ disabledAt: now })
      .where(eq(people.id, hostIds[0] ?? ''));
    const { visitors, hosts } = await newMails();
    const when = 'Monday, 23 November 2026, 15:45';
    const changed = fill(words.visitor.moved.subject, { title, when });
    expect(visitors.map(({ subject }) => subject)).toEqual([changed]);
    expect(hosts).toEqual([]);
  });
});

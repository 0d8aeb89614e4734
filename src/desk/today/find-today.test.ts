import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { callServicesOf } from '#src/features/calls/booking/book-call.ts';
import { markCall } from '#src/features/calls/booking/change-call.ts';
import { makeLead } from '#src/features/calls/times/calls.fixture.ts';
import portal from '#content/portal.yaml';
import { people } from '#src/features/accounts/people/person.table.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { conversations } from '#src/features/chat/conversation.table.ts';
import { approveFile, requestChanges } from '#src/features/files/approvals/approve-file.ts';
import { addClientUpload } from '#src/features/files/client-uploads/client-uploads.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { soundMeasurements } from '#src/features/files/measurements/sound-measurement.table.ts';
import { changeRequests } from '#src/features/files/store/file.table.ts';
import { makeFile, storedBytesOf } from '#src/features/files/store/stored-bytes.fixture.ts';
import { closeRequest, requestUploads } from '#src/features/files/upload-requests/upload-requests.ts';
import { uploadRequests } from '#src/features/files/upload-requests/upload-request.table.ts';
import { issueInvoice } from '#src/features/invoices/issue-invoice.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import { confirmPayment } from '#src/features/invoices/payments.ts';
import { markLeadAnswered, setFollowUp } from '#src/features/leads/lead-page/change-lead.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson, testNow, testServices } from '#src/features/projects/test-project.fixture.ts';
import { addComment, markCommentDone, replyToComment } from '#src/features/review/player/comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnEachDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { Services } from '#src/platform/services/services.ts';
import { findToday, findUnread } from './find-today.ts';
import { markAllRead, markHandled, markRead } from './mark-today.ts';
import { openTodayOf, minutesOn, storeCallRow } from './today.fixture.ts';

type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

const later = minutesOn(60);
const servicesAt = (minutes: number) => testServices(minutesOn(minutes));
const callServices = callServicesOf({ ...testServices(later), secret: 'a secret' } as unknown as Services);

describeOnEachDatabase('Today', (openDatabase) => {
  async function openStudio() {
    const { db } = await openDatabase();
    return { db, ...(await openTodayOf(db)) };
  }

  /** Adds a file whose measurement is over. */
  async function addFile(db: Db, ...of: Tail<Parameters<typeof makeFile>>) {
    const made = await makeFile(db, ...of);
    await db.update(soundMeasurements).set({ state: 'measured' });
    return made;
  }

  test('is empty in a studio where nothing waits', async () => {
    const { linesAt, unreadAt } = await openStudio();
    expect(await linesAt(later)).toEqual([]);
    expect(await unreadAt(later)).toEqual([]);
  });

  test('lists a lead until somebody marks it as answered, longest wait first', async () => {
    const { db, linesAt, team } = await openStudio();
    const leadId = await makeLead(db, testNow);
    await db.insert(leads).values({
      id: randomUUID(),
      email: 'a@b.example',
      emailKey: 'a@b.example',
      name: 'Earlier',
      status: 'lead',
      isHeld: false,
      waitingSince: minutesOn(-30),
      createdAt: testNow,
    });
    const lines = await linesAt(later);
    expect(lines).toMatchObject([
      { kind: 'lead', title: 'Earlier' },
      {
        kind: 'lead',
        title: 'Visitor',
        href: `/desk/leads/${leadId}`,
        row: { since: testNow, isUnread: true },
      },
    ]);
    await markLeadAnswered(db, later, team, leadId);
    expect(await linesAt(later)).toMatchObject([{ title: 'Earlier' }]);
  });

  test('lists a follow-up from its day on, until it is done', async () => {
    const { db, linesAt, team } = await openStudio();
    const leadId = await makeLead(db, testNow);
    await markLeadAnswered(db, testNow, team, leadId);
    await setFollowUp(db, testNow, team, {
      leadId,
      followUp: { on: '2026-11-21', note: 'Ask for the reel' },
    });
    expect(await linesAt(later)).toEqual([]);
    expect(await linesAt(minutesOn(24 * 60))).toMatchObject([
      {
        kind: 'follow-up',
        title: 'Visitor',
        text: 'Ask for the reel',
        href: `/desk/leads/${leadId}#follow-up`,
      },
    ]);
    await setFollowUp(db, testNow, team, { leadId, followUp: null });
    expect(await linesAt(minutesOn(24 * 60))).toEqual([]);
  });

  test('lists a visitor who waits in the chat', async () => {
    const { db, linesAt } = await openStudio();
    const id = randomUUID();
    const unknown = { askedAs: id, tokenHash: id, networkKey: 'a network' };
    const times = { begunAt: testNow, changedAt: testNow, waitingSince: testNow };
    await db.insert(conversations).values({ id, ...unknown, ...times, state: 'waiting', seq: 1 });
    expect(await linesAt(later)).toMatchObject([{ kind: 'chat', href: `/desk/chats/${id}` }]);
    await db.update(conversations).set({ waitingSince: null });
    expect(await linesAt(later)).toEqual([]);
  });

  test("lists the day's calls, then asks whether they took place, and leaves a missed one until there is a new time", async () => {
    const { db, linesAt, team } = await openStudio();
    const leadId = await makeLead(db, testNow);
    await markLeadAnswered(db, testNow, team, leadId);
    const id = await storeCallRow(db, team.id, {
      leadId,
      state: 'booked',
      startsAt: minutesOn(30),
      endsAt: minutesOn(60),
    });
    expect(await linesAt(minutesOn(-24 * 60)), 'the day before').toEqual([]);
    expect(await linesAt(testNow)).toMatchObject([{ kind: 'call', href: `/desk/calls/${id}` }]);
    expect(await linesAt(minutesOn(61))).toMatchObject([
      {
        kind: 'missed-call',
        href: `/desk/calls/${id}`,
        actions: [{ action: 'happened' }, { action: 'missed' }],
      },
    ]);
    await markCall(db, callServices, team, id, 'missed');
    const missed = (await linesAt(minutesOn(61))).filter(({ kind }) => kind === 'missed-call');
    expect(missed).toMatchObject([{ href: `/desk/leads/${leadId}?calls=offer#calls` }]);
    await db.update(leads).set({ waitingSince: null });
    await storeCallRow(db, team.id, {
      leadId,
      state: 'booked',
      startsAt: minutesOn(48 * 60),
      endsAt: minutesOn(48 * 60 + 30),
      madeAt: minutesOn(70),
    });
    expect(await linesAt(minutesOn(80))).toEqual([]);
  });

  test('does not list a call that took place', async () => {
    const { db, linesAt, team, client } = await openStudio();
    const call = { state: 'booked', startsAt: minutesOn(-60), endsAt: minutesOn(-30) };
    const id = await storeCallRow(db, team.id, { ...call, clientId: client.clientId });
    await markCall(db, callServices, team, id, 'happened');
    expect(await linesAt(later)).toEqual([]);
  });

  test('lists a conversation from the first message that the team did not answer', async () => {
    const { db, linesAt, team, client, projectId } = await openStudio();
    const send = (by: typeof team | typeof client, minutes: number, content: string) =>
      sendMessage(db, servicesAt(minutes), by, { id: randomUUID(), projectId, content });
    await send(client, 1, 'First');
    await send(team, 2, 'Answer');
    expect(await linesAt(later)).toEqual([]);
    await send(client, 3, 'Second');
    await send(client, 4, 'Third');
    expect(await linesAt(later)).toMatchObject([
      {
        kind: 'message',
        title: 'Tidewater, reel 3',
        text: 'Runa Vestergaard: Third',
        href: `/desk/messages?project=${projectId}#message-${projectId}`,
        row: { since: minutesOn(3), newest: minutesOn(4), count: 2 },
      },
    ]);
    await db.update(messages).set({ settledAt: later }).where(eq(messages.sender, 'client'));
    expect(await linesAt(later), 'needs no reply').toEqual([]);
    const general = { id: randomUUID(), projectId: 'general', content: 'In general' };
    await sendMessage(db, servicesAt(4), client, general);
    expect(await linesAt(later)).toMatchObject([
      { title: portal.messages.general, href: `/desk/messages?client=${client.clientId}#message-general` },
    ]);
    const answer = { ...general, id: randomUUID(), clientId: client.clientId };
    await sendMessage(db, servicesAt(5), team, answer);
    expect(await linesAt(later)).toEqual([]);
    await send(client, 5, 'Fourth');
    expect(await linesAt(later)).toMatchObject([{ text: 'Runa Vestergaard: Fourth' }]);
    await send(team, 6, 'Answer');
    expect(await linesAt(later)).toEqual([]);
  });

  test('lists a request for changes until the team asks for approval again, or handles it', async () => {
    const { db, linesAt, team, client, projectId } = await openStudio();
    const file = await addFile(db, team, projectId);
    await requestChanges(db, servicesAt(1), client, { projectId, ...file, content: 'Gulls quieter' });
    const lines = await linesAt(later);
    expect(lines).toMatchObject([
      {
        kind: 'change-request',
        title: 'Tidewater_R3_mix_v2.wav',
        text: 'Runa Vestergaard: Gulls quieter',
        href: `/desk/projects/${projectId}?file=${file.fileId}#file-${file.fileId}`,
      },
    ]);
    await markHandled(db, { kind: 'change-request', item: lines[0]?.item ?? '', seenAt: minutesOn(1) });
    expect(await linesAt(later)).toEqual([]);
    await db.update(changeRequests).set({ closedAt: later });
    expect(await linesAt(later)).toEqual([]);
  });

  test('lists the open comments on a file as one line, at the first one', async () => {
    const { db, linesAt, team, client, projectId } = await openStudio();
    const { fileId } = await addFile(db, team, projectId, { needsApproval: false });
    const add = async (by: typeof team | typeof client, minutes: number, atMs: number) => {
      const comment = { id: randomUUID(), projectId, fileId, atMs, untilMs: null, content: `At ${atMs}` };
      expect(await addComment(db, servicesAt(minutes), by, comment)).toMatchObject({ ok: true });
      return comment.id;
    };
    const done = (commentId: string) => markCommentDone(db, servicesAt(9), team, { projectId, commentId });
    const [first, second, own] = [
      await add(client, 1, 4000),
      await add(client, 2, 2000),
      await add(team, 3, 0),
    ];
    expect(await linesAt(later)).toMatchObject([
      {
        kind: 'comment',
        item: fileId,
        href: `/desk/projects/${projectId}?file=${fileId}&at=4000#comment-${first}`,
        text: '0:04.0. Runa Vestergaard: At 4000',
        badge: '2 comments',
        row: { since: minutesOn(1), newest: minutesOn(2), count: 2 },
      },
    ]);
    await done(first);
    expect(await linesAt(later)).toMatchObject([{ row: { count: 1 }, actions: [{ action: 'resolve' }] }]);
    await done(second);
    expect(await linesAt(later)).toEqual([]);
    const reply = { id: randomUUID(), projectId, replyTo: own, content: 'Yes, please' };
    await replyToComment(db, servicesAt(10), client, reply);
    expect(await linesAt(later), 'a reply to the team').toMatchObject([
      { href: `/desk/projects/${projectId}?file=${fileId}&at=0#comment-${own}`, row: { count: 1 } },
    ]);
    await replyToComment(db, servicesAt(11), team, { ...reply, id: randomUUID(), content: 'Done' });
    expect(await linesAt(later), 'answered').toEqual([]);
  });

  test('lists a reported payment until it is confirmed, for members who may see money', async () => {
    const { db, linesAt, viewer, team, client, projectId } = await openStudio();
    const terms = { projectId, amountCents: 250_000, description: 'Reel 3 mix', dueOn: '2026-12-12' };
    const issued = await db.transaction((tx) => issueInvoice(tx, servicesAt(0), team, terms));
    const invoiceId = issued.ok ? issued.invoiceId : '';
    expect(await linesAt(later)).toEqual([]);
    await reportPayment(db, servicesAt(1), client, invoiceId);
    const lines = await linesAt(later);
    expect(lines).toMatchObject([
      { kind: 'payment', href: `/desk/invoices?state=reported#invoice-${invoiceId}` },
    ]);
    expect(lines[0]?.title).toContain('$2,500.00');
    expect(await findToday(db, viewer(later, team, false), 10)).toEqual([]);
    expect(await findUnread(db, viewer(later, team, false), { hasPaths: false })).toMatchObject({ rows: [] });
    await confirmPayment(db, servicesAt(2), team, invoiceId);
    expect(await linesAt(later)).toEqual([]);
  });

  test('lists files that a client sent, and that a request is complete, until the member has read it', async () => {
    const { db, linesAt, team, other, client, projectId } = await openStudio();
    const send = (minutes: number, name: string) =>
      db.transaction((tx) =>
        addClientUpload(tx, servicesAt(minutes), client, {
          id: randomUUID(),
          projectId,
          name,
          stored: storedBytesOf(name),
        }),
      );
    await requestUploads(db, servicesAt(0), team, { projectId, title: 'The stems', dueOn: '2026-12-12' });
    await send(1, 'Gulls.wav');
    expect(await linesAt(later)).toMatchObject([
      { kind: 'file', title: 'Gulls.wav', href: `/desk/projects/${projectId}#sent-files`, row: { count: 1 } },
    ]);
    await send(2, 'Quay.wav');
    expect(await linesAt(later)).toMatchObject([
      { kind: 'file', title: '2 files', row: { since: minutesOn(1) } },
    ]);
    await markRead(db, team.id, [{ kind: 'file', item: projectId, seenAt: minutesOn(2) }]);
    expect(await linesAt(later)).toEqual([]);
    expect(await linesAt(later, other), 'of another member').toHaveLength(1);
    const [request] = await db.select({ requestId: uploadRequests.id }).from(uploadRequests);
    await db.update(clientUploads).set(request ?? {});
    const key = { projectId, requestId: request?.requestId ?? '', as: 'done' } as const;
    expect(await closeRequest(db, servicesAt(3), client, key)).toMatchObject({ ok: true });
    expect(await linesAt(later)).toMatchObject([{ kind: 'file', title: 'All files are here: The stems' }]);
  });

  test('lists the files that a client approved in a project as one line, until the member has read it', async () => {
    const { db, linesAt, unreadAt, team, other, client, projectId } = await openStudio();
    const approve = async (minutes: number, name: string) => {
      const file = await addFile(db, team, projectId, { name });
      await approveFile(db, servicesAt(minutes), client, { projectId, ...file });
      return file.fileId;
    };
    const first = await approve(1, 'One.wav');
    expect(await linesAt(later)).toMatchObject([
      {
        kind: 'approval',
        title: 'One.wav',
        text: 'Approved by Runa Vestergaard.',
        href: `/desk/projects/${projectId}?file=${first}#file-${first}`,
      },
    ]);
    await approve(2, 'Two.wav');
    expect(await linesAt(later)).toMatchObject([{ kind: 'approval', title: '2 files' }]);
    await markAllRead(db, team.id, { kinds: ['approval'], seenAt: minutesOn(2) });
    expect(await linesAt(later)).toEqual([]);
    expect(await unreadAt(later, other)).toEqual(['approval']);
    await approve(3, 'Three.wav');
    expect(await linesAt(later)).toMatchObject([{ title: 'Three.wav' }]);
    expect(await linesAt(minutesOn(32 * 24 * 60)), 'a month later').toEqual([]);
  });

  test('lists emails that failed and files that are being measured; the latter are never unread', async () => {
    const { db, linesAt, unreadAt, team, client, projectId } = await openStudio();
    await writeMails(db, testNow, [{ kind: 'client-notice', clientId: client.clientId }]);
    await db.update(outbox).set({ state: 'failed', settledAt: testNow, lastError: '550 no mailbox' });
    const { sha256 } = await addFile(db, team, projectId, { needsApproval: false });
    await db
      .insert(soundMeasurements)
      .values({ sha256, state: 'measuring', analyser: 1, askedAt: testNow, percent: 40 })
      .onConflictDoUpdate({ target: soundMeasurements.sha256, set: { state: 'measuring', percent: 40 } });
    expect(await linesAt(later)).toMatchObject([
      { kind: 'failed-email', href: '/desk/mails', text: '550 no mailbox' },
      { kind: 'measuring', text: '40% measured', href: `/desk/projects/${projectId}#files` },
    ]);
    expect(await unreadAt(later)).toEqual(['failed-email']);
    await db.update(outbox).set({ state: 'sent' });
    await db.update(soundMeasurements).set({ state: 'measured' }).where(eq(soundMeasurements.sha256, sha256));
    expect(await linesAt(later)).toEqual([]);
  });

  test('keeps what each member has read, until it changes', async () => {
    const { db, linesAt, unreadAt, team, other, client, projectId } = await openStudio();
    const send = (minutes: number) =>
      sendMessage(db, servicesAt(minutes), client, { id: randomUUID(), projectId, content: 'A word' });
    await send(1);
    await makeLead(db, testNow);
    expect(await unreadAt(later)).toEqual(['lead', 'message']);
    await markRead(db, team.id, [{ kind: 'message', item: projectId, seenAt: minutesOn(1) }]);
    await markRead(db, team.id, [{ kind: 'message', item: projectId, seenAt: minutesOn(0) }]);
    expect(await unreadAt(later)).toEqual(['lead']);
    expect(await unreadAt(later, other)).toEqual(['lead', 'message']);
    expect((await linesAt(later)).map(({ row }) => row.isUnread)).toEqual([true, false]);
    await send(2);
    expect(await unreadAt(later)).toEqual(['lead', 'message']);
    await markAllRead(db, team.id, { kinds: ['lead', 'message'], seenAt: minutesOn(2) });
    expect(await unreadAt(later)).toEqual([]);
    expect(await linesAt(later), 'still waiting').toHaveLength(2);
    await send(3);
    expect(await unreadAt(later)).toEqual(['message']);
  });

  test('shows the first rows of a kind and counts all of them', async () => {
    const { db, viewer } = await openStudio();
    await db.insert(leads).values(
      Array.from({ length: 120 }, (_, n) => ({
        id: randomUUID(),
        email: `${n}@b.example`,
        emailKey: `${n}@b.example`,
        name: `Lead ${n}`,
        status: 'lead' as const,
        isHeld: n === 0,
        waitingSince: minutesOn(n - 200),
        createdAt: testNow,
      })),
    );
    const [group] = await findToday(db, viewer(later), 3);
    expect(group?.rows.map(({ title }) => title)).toEqual(['Lead 1', 'Lead 2', 'Lead 3']);
    expect(group?.total).toBe(119);
    const { rows } = await findUnread(db, viewer(later), { hasPaths: false });
    expect(rows).toHaveLength(100);
  });

  test("forgets a project's messages with the project, and a member's reads with the member", async () => {
    const { db, linesAt, other, client, projectId } = await openStudio();
    const third = await makePerson(db, 'team', 'Third');
    await sendMessage(db, servicesAt(1), client, { id: randomUUID(), projectId, content: 'A word' });
    expect(await linesAt(later, other)).toHaveLength(1);
    await markAllRead(db, third.id, { kinds: ['lead'], seenAt: later });
    await db.delete(people).where(eq(people.id, third.id));
    await db.delete(messages);
    expect(await linesAt(later, other)).toEqual([]);
  });
});

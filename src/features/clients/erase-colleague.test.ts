import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { openSession } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { calls } from '#src/features/calls/call.table.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { reportPayment } from '#src/features/invoices/invoices.ts';
import { listeningLinks } from '#src/features/sharing/links/listening.table.ts';
import { createLink } from '#src/features/sharing/links/create-link.ts';
import { plainLink } from '#src/features/sharing/links/plain-link.fixture.ts';
import { messages } from '#src/features/messages/message.table.ts';
import { sendMessage } from '#src/features/messages/send-message.ts';
import { emailItems } from '#src/features/notifications/emails/email-item.table.ts';
import { notifications } from '#src/features/notifications/panel/notification.table.ts';
import { recordPageView } from '#src/features/notifications/events/presence.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makeColleague, testServices } from '#src/features/projects/test-project.fixture.ts';
import { approveFile } from '#src/features/files/approvals/approve-file.ts';
import { fileApprovals, fileComments, files } from '#src/features/files/store/file.table.ts';
import { makeFile } from '#src/features/files/store/stored-bytes.fixture.ts';
import { recordLine } from '#src/features/chat/conversations/lock-conversation.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import { addClientUpload } from '#src/features/files/client-uploads/client-uploads.ts';
import { clientUploads } from '#src/features/files/client-uploads/client-upload.table.ts';
import { markCommentDone, addComment } from '#src/features/review/player/comments.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { watchRows } from '#src/platform/database/watch-rows.fixture.ts';
import { eraseColleague } from './erase-colleague.ts';
import { inviteColleague } from './invite-colleague.ts';
import { makeCall, makeEverything, now } from './everything.fixture.ts';

/** When one of their links was revoked. */
const earlier = new Date('2026-11-21T09:00:00Z');
const later = new Date('2026-12-05T12:00:00Z');

const tables = [
  people,
  messages,
  activity,
  outbox,
  emailItems,
  notifications,
  files,
  fileApprovals,
  fileComments,
  listeningLinks,
  clientUploads,
  calls,
];

async function everythingKept(db: Db): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await db.select().from(table));
  return JSON.stringify(rows);
}

/** Creates a client with a second person who has done everything a person can do. */
async function openCompany(db: Db) {
  const services = testServices(now);
  const { ada, client, clientId, projectId } = await makeEverything(db, services);
  const lena = await makeColleague(db, clientId, 'Lena Falk');
  await openSession(db, now, lena, 'A browser');
  const { fileId, sha256 } = await makeFile(db, ada, projectId, { name: 'Take 7.wav' });
  await sendMessage(db, services, lena, { id: randomUUID(), projectId, content: 'From the harbour' });
  const commentId = randomUUID();
  const comment = { id: commentId, projectId, fileId, atMs: 0, content: 'Too loud' };
  await addComment(db, services, lena, comment);
  await markCommentDone(db, services, lena, { projectId, commentId });
  await addComment(db, services, ada, { ...comment, id: randomUUID(), content: 'Fine now?' });
  await approveFile(db, services, lena, { projectId, fileId, sha256 });
  const link = { ...plainLink, id: randomUUID(), projectId, name: 'Festival', expiresAt: later };
  await createLink({ db, ...services, secret: 'a secret of the tests' }, lena, link);
  const revoked = { ...link, id: randomUUID(), name: 'Premiere' };
  await createLink({ db, ...services, secret: 'a secret of the tests' }, lena, revoked);
  await db.update(listeningLinks).set({ revokedAt: earlier }).where(eq(listeningLinks.id, revoked.id));
  const [stored] = await db.select().from(files).where(eq(files.id, fileId));
  if (!stored) throw new Error('There is no file');
  const bytes = { ...stored, storageKey: 'e'.repeat(32) };
  const sent = { id: randomUUID(), projectId, name: 'Reference.wav', stored: bytes };
  await db.transaction((tx) => addClientUpload(tx, services, lena, sent));
  const invitation = {
    clientId,
    name: lena.name,
    email: `${randomUUID()}@halfmoon.example`,
    permission: 'listen',
  } as const;
  await inviteColleague(db, services, lena, invitation);
  const { name, email } = lena;
  await makeCall(db, services, ada.id, { clientId, name, email });
  const leadId = randomUUID();
  const lead = { id: leadId, name, email, emailKey: email, status: 'lead', isHeld: false } as const;
  await db.insert(leads).values({ ...lead, createdAt: now });
  const left = { kind: 'mailed', authorId: null, authorName: null, at: now } as const;
  await recordLine(db, { id: randomUUID(), leadId, name }, left);
  return { services, ada, client, lena, clientId };
}

describeOnOneDatabase('erasing one of several people of a client', (open) => {
  test('deletes their name and address, and keeps what they wrote, approved and did', async () => {
    const { db } = await open();
    const { services, ada, lena, client, clientId } = await openCompany(db);
    const key = { clientId, personId: lena.id };
    const deeds = await db.$count(activity);
    const others = (await db.$count(calls)) - 1;
    expect(await eraseColleague(db, services, ada, key, ` ${lena.email.toUpperCase()} `)).toEqual({
      ok: true,
    });
    const kept = await everythingKept(db);
    expect(kept).not.toContain(lena.id);
    expect(kept).not.toContain(`"${lena.email}"`);
    for (const role of ['author', 'actor', 'sentBy', 'madeBy'])
      expect(kept).not.toContain(`"${role}Name":"Lena Falk"`);
    expect(kept).toContain('From the harbour');
    expect(kept).toContain('Too loud');
    expect(await db.select().from(messages).where(eq(messages.content, 'From the harbour'))).toMatchObject([
      { authorId: null, authorName: 'A former person of Runa Halfmoon' },
    ]);
    const theirs = await db.select().from(listeningLinks).where(eq(listeningLinks.name, 'Festival'));
    expect(theirs, 'they may still know its address').toMatchObject([{ revokedAt: now }]);
    expect(
      await db.select().from(listeningLinks).where(eq(listeningLinks.name, 'Premiere')),
      'one that was revoked keeps when',
    ).toMatchObject([{ revokedAt: earlier }]);
    expect(await db.select().from(emailItems), 'what others have told').not.toEqual([]);
    expect(await db.$count(fileApprovals)).toBe(2);
    expect(await db.$count(activity)).toBe(deeds + 1);
    expect(await db.$count(sessions)).toBe(1);
    expect(await db.$count(calls), 'the calls of others').toBe(others);
    expect(await db.$count(people, eq(people.id, client.id))).toBe(1);
  });

  test('keeps other people’s data, including that of a namesake at another client', async () => {
    const database = await open();
    const { db } = database;
    const { services, ada, lena, clientId } = await openCompany(db);
    const { findChanged } = await watchRows(database, async () => {
      const theirs = { given: 'Lena', family: 'Falk', mark: 'd' };
      const { client: namesake, projectId } = await makeEverything(db, services, { owner: theirs });
      const [file] = await db.select().from(files).where(eq(files.projectId, projectId));
      const fileId = file?.id ?? '';
      const commentId = randomUUID();
      const colleague = await makeColleague(db, namesake.clientId, 'Mika Sund');
      await recordPageView(db, now, colleague);
      const comment = { id: commentId, projectId, fileId, atMs: 0, content: 'Lower, @Mika Sund' };
      await addComment(db, services, namesake, comment);
      await markCommentDone(db, services, namesake, { projectId, commentId });
      const [invoice] = await db.select().from(invoices).where(eq(invoices.projectId, projectId));
      expect(await reportPayment(db, services, namesake, invoice?.id ?? '')).toEqual({ ok: true });
    });
    expect(await eraseColleague(db, services, ada, { clientId, personId: lena.id }, lena.email)).toEqual({
      ok: true,
    });
    expect(await findChanged()).toEqual([]);
  });

  test('is refused for another address, for the only person, and for a person of another client', async () => {
    const { db } = await open();
    const { services, ada, lena, client, clientId } = await openCompany(db);
    const erase = (personId: string, typed: string, of = clientId) =>
      eraseColleague(db, services, ada, { clientId: of, personId }, typed);
    const before = await everythingKept(db);
    expect(await erase(lena.id, client.email)).toEqual({ ok: false, reason: 'other-address' });
    expect(await erase(lena.id, lena.email, randomUUID())).toEqual({ ok: false, reason: 'not-found' });
    expect(await erase(ada.id, ada.email)).toEqual({ ok: false, reason: 'not-found' });
    expect(await everythingKept(db)).toBe(before);
    const others = (await db.select().from(people).where(eq(people.clientId, clientId))).filter(
      ({ id }) => id !== client.id,
    );
    for (const { id, email } of others) expect(await erase(id, email)).toEqual({ ok: true });
    expect(await erase(client.id, client.email)).toEqual({ ok: false, reason: 'last' });
  });
});

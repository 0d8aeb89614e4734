import { randomUUID } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { leads, leadReplies, submissions, leadNotes } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import { listAllFailedEmails } from '#src/desk/list-failed-emails.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { smtpError, startSmtp } from '#src/platform/mail/scripted-smtp.fixture.ts';
import { addLeadNote, markLeadAnswered } from './change-lead.ts';
import { outboxJobOn, testMailer } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { listFailedMails, retryMail, writeMails } from '#src/features/notifications/outbox/outbox.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { listReplies, replyToLead } from './reply-to-lead.ts';

const now = new Date('2026-11-21T12:30:00Z');
const clock = { now: () => now };
const hostile =
  'A slot on Friday? See https://studio.example/a?b=1&c=2, and\r\n<img src=x onerror=alert(1)> & "more"\r\n.\r\nBcc: victim@evil.example';

async function makeDesk(db: Db, email = 'runa@halfmoon.example') {
  const ada = await makePerson(db, 'team', 'Ada <Brandt>');
  await submitLead(db, submissionOf({ email, createdAt: new Date('2026-11-21T10:00:00Z') }), rulesOf());
  const [lead] = await db.select().from(leads);
  const announcer = testServices(now);
  const id = randomUUID();
  const reply = (content = hostile, as = id) =>
    replyToLead(db, announcer, ada, { id: as, leadId: lead?.id ?? '', content });
  return { ada, leadId: lead?.id ?? '', announcer, reply, replyId: id };
}

/** Runs the jobs of all emails each time it is called. */
function sendOn(db: Db, smtpUrl: string) {
  const job = outboxJobOn(db, { clock, mailer: testMailer(db, smtpUrl, clock) });
  return async () => {
    const mails = await db.select({ id: outbox.id }).from(outbox);
    return Promise.all(mails.map(({ id }) => job.run({ mailId: id }, { id, attempt: 1 })));
  };
}

describeOnOneDatabase('a reply from the desk', (open) => {
  test('is stored once with one email job, and ends the wait once, however often it is sent', async () => {
    const { db } = await open();
    const { reply, leadId, announcer, replyId } = await makeDesk(db);
    for (let times = 0; times < 3; times += 1) expect(await reply()).toEqual({ ok: true });
    expect(await reply('Other words')).toEqual({ ok: false, reason: 'conflict' });
    const [mail, ...others] = await db.select().from(outbox);
    expect(mail).toMatchObject({ kind: 'reply', subjectId: replyId, leadId, state: 'queued' });
    expect(others).toEqual([]);
    expect(announcer.queued).toEqual([{ queue: 'outbox', id: mail?.id, data: { mailId: mail?.id } }]);
    expect(await listReplies(db, leadId)).toMatchObject([{ content: hostile, state: 'queued' }]);
    expect(await db.select().from(leads)).toMatchObject([
      { waitingSince: null, answeredAt: now, answeredByName: 'Ada <Brandt>' },
    ]);
    expect(await db.select().from(activity)).toMatchObject([
      { kind: 'lead-replied', leadId, subjectId: replyId, details: { waitedMinutes: '150' } },
    ]);
  });

  test('stores nothing and keeps the wait if its email cannot be queued', async () => {
    const { db } = await open();
    const { ada, leadId } = await makeDesk(db);
    const broken = { clock, jobs: { enqueue: () => Promise.reject(new Error('no queue')) } };
    const reply = { id: randomUUID(), leadId, content: 'Yes' };
    await expect(replyToLead(db, broken, ada, reply)).rejects.toThrow('no queue');
    for (const table of [leadReplies, outbox, activity]) expect(await db.$count(table)).toBe(0);
    expect(await db.select().from(leads)).toMatchObject([{ waitingSince: expect.any(Date) }]);
  });

  test('arrives once, as typed, with replies to the team and no typed text in a header', async () => {
    const { db } = await open();
    const { reply, replyId, leadId } = await makeDesk(db);
    await reply();
    const smtp = await startSmtp();
    const send = sendOn(db, smtp.url);
    for (let times = 0; times < 3; times += 1) expect(await send()).toEqual([{ ok: true }]);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail?.envelopeTo).toEqual(['runa@halfmoon.example']);
    expect(mail?.parsed.replyTo?.text).toBe('team@studio.example');
    expect(mail?.parsed.messageId).toBe(`<${replyId}.reply@studio.example>`);
    expect(mail?.parsed.bcc).toBeUndefined();
    expect(mail?.parsed.text).toContain('and\n<img src=x onerror=alert(1)> & "more"');
    expect(mail?.parsed.html).toContain('&lt;img src=x');
    expect(mail?.parsed.html).toMatch(/<a href="https:\/\/studio\.example\/a\?b=1&amp;c=2"[^>]*>https/);
    expect(mail?.parsed.headers.has('auto-submitted')).toBe(false);
    expect(mail?.parsed.html).not.toContain('<img');
    expect(await listReplies(db, leadId)).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('is in one thread with the confirmation and the team’s email', async () => {
    const { db } = await open();
    const { reply, leadId } = await makeDesk(db);
    const [submission] = await db.select().from(submissions);
    const about = { subjectId: submission?.id ?? '', leadId, topic: 'contact' };
    const kinds = ['team-mail', 'sender-mail'];
    await writeMails(
      db,
      now,
      kinds.map((kind) => ({ kind, ...about })),
    );
    await reply();
    const smtp = await startSmtp();
    await sendOn(db, smtp.url)();
    const find = (end: string) => smtp.received.find(({ parsed }) => parsed.messageId?.includes(end))?.parsed;
    const [notice, confirmation, answer] = ['.team@', '.sender@', '.reply@'].map(find);
    const root = `<${leadId}.lead@studio.example>`;
    for (const mail of [notice, confirmation, answer]) expect([mail?.references].flat()).toContain(root);
    expect(confirmation?.inReplyTo).toBe(notice?.messageId);
    expect(answer?.inReplyTo).toBe(confirmation?.messageId);
    expect(answer?.subject).toBe('Re: your enquiry to Antinode');
  });

  test('is shown with the reason if refused, and sent when retried', async () => {
    const { db } = await open();
    const { reply, leadId, announcer } = await makeDesk(db);
    await reply();
    const refusing = await startSmtp({
      onRcptTo: (_address, _session, callback) => callback(smtpError(550, 'no such mailbox')),
    });
    await sendOn(db, refusing.url)();
    expect(await listReplies(db, leadId)).toMatchObject([{ state: 'failed' }]);
    const [failed] = await listFailedMails(db, { leadId });
    expect(failed).toMatchObject({
      kind: 'reply',
      leadId,
      reason: expect.stringContaining('no such mailbox'),
    });
    expect(await listAllFailedEmails(db)).toMatchObject([
      { id: failed?.id, name: 'Runa Vestergaard', href: `/desk/leads/${leadId}` },
    ]);
    expect(await retryMail(db, announcer, failed?.id ?? '')).toBe(true);
    expect(await retryMail(db, announcer, failed?.id ?? '')).toBe(false);
    expect(announcer.queued).toHaveLength(2);
    const smtp = await startSmtp();
    await sendOn(db, smtp.url)();
    expect(smtp.received).toHaveLength(1);
    expect(await listFailedMails(db)).toEqual([]);
    for (const id of ['', '1', 'reply:1', randomUUID()])
      expect(await retryMail(db, announcer, id), id).toBe(false);
  });

  test('to one lead is not accepted for another under the same id', async () => {
    const { db } = await open();
    const { ada, announcer, leadId, replyId, reply } = await makeDesk(db);
    await reply();
    await submitLead(db, submissionOf({ email: 'osric@visitor.example' }), rulesOf());
    const [other] = await db.select().from(leads).where(ne(leads.id, leadId));
    const again = { id: replyId, leadId: other?.id ?? '', content: hostile };
    expect(await replyToLead(db, announcer, ada, again)).toEqual({ ok: false, reason: 'conflict' });
    expect(await listReplies(db, again.leadId)).toEqual([]);
    const note = { id: randomUUID(), leadId, content: 'Ask for an OMF.' };
    expect(await addLeadNote(db, now, ada, note)).toEqual({ ok: true });
    expect(await addLeadNote(db, now, ada, { ...note, leadId: again.leadId })).toEqual({
      ok: false,
      reason: 'conflict',
    });
  });

  test('is refused for an invalid address and for an unknown lead', async () => {
    const { db } = await open();
    const { reply, ada, announcer } = await makeDesk(db, 'runa@under_score.example');
    expect(await reply()).toEqual({ ok: false, reason: 'no-address' });
    const lost = { id: randomUUID(), leadId: randomUUID(), content: 'Hello' };
    expect(await replyToLead(db, announcer, ada, lost)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.$count(leadReplies)).toBe(0);
  });
});

describeOnOneDatabase('on the desk', (open) => {
  test('a wait ends once, answered by the first member', async () => {
    const { db } = await open();
    const { ada, leadId } = await makeDesk(db);
    const tomas = { id: null, name: 'Tomas' };
    expect(await markLeadAnswered(db, now, ada, leadId)).toBe(true);
    expect(await markLeadAnswered(db, now, tomas, leadId)).toBe(true);
    expect(await markLeadAnswered(db, now, ada, randomUUID())).toBe(false);
    expect(await db.select().from(leads)).toMatchObject([{ answeredByName: 'Ada <Brandt>' }]);
    expect(await db.$count(activity, eq(activity.kind, 'lead-answered'))).toBe(1);
  });

  test('a note is stored once, under its author’s name', async () => {
    const { db } = await open();
    const { ada, leadId } = await makeDesk(db);
    const note = { id: randomUUID(), leadId, content: 'Ask for an OMF.' };
    expect(await addLeadNote(db, now, ada, note)).toEqual({ ok: true });
    expect(await addLeadNote(db, now, ada, note)).toEqual({ ok: true });
    const other = { ...note, content: 'Other words' };
    expect(await addLeadNote(db, now, ada, other)).toEqual({ ok: false, reason: 'conflict' });
    const lost = { ...note, id: randomUUID(), leadId: randomUUID() };
    expect(await addLeadNote(db, now, ada, lost)).toEqual({ ok: false, reason: 'not-found' });
    expect(await db.select().from(leadNotes)).toMatchObject([
      { content: 'Ask for an OMF.', authorName: 'Ada <Brandt>' },
    ]);
  });
});

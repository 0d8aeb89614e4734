import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { clients } from '#src/features/accounts/people/client.table.ts';
import notices from '#content/notices.yaml';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { listAllFailedEmails } from '#src/desk/list-failed-emails.ts';
import { listFailedMails, pruneMails, retryMail } from '../outbox/outbox.ts';
import { invoices } from '#src/features/invoices/invoice.table.ts';
import { fileApprovals, files } from '#src/features/files/store/file.table.ts';
import { at, openTestOutbox } from './test-outbox.fixture.ts';
import { testNow } from '#src/features/projects/test-project.fixture.ts';
import { notificationEmailKindNames } from './notification-emails.ts';

const message = { notify: 'message-received' } as const;

describeOnOneDatabase('a client’s person who is not looking', (open) => {
  test('is mailed within a minute about a file to approve, with a link and without any written text', async () => {
    const { studio, client, projectId, addFile, runAt, states } = await openTestOutbox(await open());
    await addFile();
    await runAt(0.5);
    expect(studio.sent).toHaveLength(1);
    const [mail] = studio.sent;
    expect(mail).toMatchObject({ to: client.email, replyTo: 'team@studio.example' });
    expect(mail?.subject).toBe('Tidewater_R3_mix_v2.wav is waiting for your approval');
    expect(mail?.text).toContain('Tidewater_R3_mix_v2.wav is waiting for your approval.');
    expect(mail?.text).toContain(`https://studio.example/portal/projects/${projectId}`);
    expect(mail?.messageId).toMatch(/^[\da-f-]{36}\.client@studio\.example$/);
    expect(await states()).toEqual(['sent']);
    await runAt(60);
    expect(studio.sent).toHaveLength(1);
  });

  test('gets one mail for ten messages in ten minutes, and another for later ones', async () => {
    const { studio, byTeam, runAt } = await openTestOutbox(await open());
    for (let n = 0; n < 10; n++) {
      studio.now = at(n);
      await byTeam('message-sent', message);
    }
    await runAt(9.9);
    expect(studio.sent).toEqual([]);
    await runAt(10);
    expect(studio.sent.map(({ text }) => /Ada Brandt sent you.*/.exec(text)?.[0])).toEqual([
      'Ada Brandt sent you 10 messages.',
    ]);
    await byTeam('message-sent', message);
    await byTeam('comment-added', { notify: 'comment-received', details: { file: 'mix.wav' } });
    await runAt(21);
    expect(studio.sent).toHaveLength(2);
    expect(studio.sent[1]?.text).toContain('Ada Brandt sent you a message.');
    expect(studio.sent[1]?.text).toContain('Ada Brandt commented on mix.wav.');
  });

  test('with one mail a day gets it at eight, with what still waits then', async () => {
    const database = await open();
    const { studio, set, addFile, byTeam, byClient, runAt } = await openTestOutbox(database);
    await set({ mailPreference: 'daily' });
    await addFile('approved.wav').then((id) => database.db.delete(files).where(eq(files.id, id)));
    await addFile('waiting.wav');
    await byTeam('message-sent', message);
    studio.now = at(60);
    await set({ lookedAt: studio.now });
    studio.now = at(61);
    await byTeam('message-sent', message);
    await byClient('notifications-cleared');
    await runAt(22 * 60);
    expect(studio.sent).toEqual([]);
    // The studio's eight o'clock is UTC's; the clock began at nine.
    await runAt(23 * 60);
    expect(studio.sent.map(({ subject }) => subject)).toEqual([notices.client.subjects.daily]);
    expect(studio.sent[0]?.text).toContain('waiting.wav is waiting');
    expect(studio.sent[0]?.text).toContain('Ada Brandt sent you a message.');
    expect(studio.sent[0]?.text).not.toContain('approved.wav');
  });

  test('is not mailed about a file approved meanwhile or an invoice reported as paid, but about the others', async () => {
    const { db } = await open();
    const { studio, client, projectId, addFile, byTeam, runAt, states } = await openTestOutbox({ db });
    const fileId = await addFile('approved.wav');
    const approval = { fileId, sha256: '00', approvedByName: client.name, approvedAt: testNow };
    await db.insert(fileApprovals).values(approval);
    const day = '2026-11-20';
    const bill = { amountCents: 1, description: '', issuedOn: day, dueOn: day, createdAt: testNow };
    const to = { projectId, clientId: client.clientId, billToName: client.name, billToEmail: client.email };
    for (const state of ['reported', 'pending'] as const) {
      const id = uuidv7();
      await db.insert(invoices).values({ id, state, ...bill, ...to });
      const about = { subjectId: id, details: { invoice: `INV-${state}` } };
      await byTeam('invoice-issued', { notify: 'invoice-issued', ...about });
    }
    await runAt(1);
    expect(studio.sent).toHaveLength(1);
    expect(studio.sent[0]?.text).toContain('INV-pending');
    expect(studio.sent[0]?.text).toContain('Tidewater, reel 3');
    expect(studio.sent[0]?.text).not.toContain('INV-reported');
    expect(await states()).toEqual(expect.arrayContaining(['skipped', 'sent']));
  });

  test('gets no mail if they want none, were disabled or erased', async () => {
    const database = await open();
    const { db } = database;
    const { studio, set, addFile, byTeam, runAt, states } = await openTestOutbox(database);
    await set({ mailPreference: 'none' });
    await addFile();
    await set({ mailPreference: 'at-once', disabledAt: testNow });
    await addFile();
    // Enabled again, they get no email about what happened in the meantime.
    expect(await states()).toEqual([]);
    await set({ disabledAt: null });
    await byTeam('message-sent', message);
    await addFile();
    await db.update(clients).set({ erasedAt: testNow });
    await runAt(20);
    expect(studio.sent).toEqual([]);
    expect(await states()).toEqual(['skipped', 'skipped']);
  });
});

describeOnOneDatabase('a client’s person who is looking', (open) => {
  test('gets no mail about what their open page shows, even if they leave later', async () => {
    const { studio, set, addFile, byTeam, runAt, states } = await openTestOutbox(await open());
    await set({ lookedAt: at(-0.2) });
    await addFile();
    await byTeam('message-sent', message);
    await runAt(0.2);
    await set({ lookedAt: at(0.3) });
    await runAt(1);
    await runAt(10);
    expect(studio.sent).toEqual([]);
    expect(await states()).toEqual(['skipped', 'skipped']);
  });

  test('who left a moment before gets it once their page has stopped reporting', async () => {
    const { studio, set, addFile, runAt } = await openTestOutbox(await open());
    await set({ lookedAt: at(-0.2) });
    await addFile();
    await runAt(0.5);
    expect(studio.sent).toEqual([]);
    await runAt(1.25);
    expect(studio.sent).toHaveLength(1);
  });
});

describeOnOneDatabase('the team', (open) => {
  test('is mailed at once about an approval and a payment, and about messages after ten minutes', async () => {
    const { studio, projectId, byClient, byTeam, runAt } = await openTestOutbox(await open());
    await byClient('file-approved', { details: { file: 'mix.wav' } });
    await byClient('invoice-reported', { details: { invoice: 'INV-1042' } });
    await byClient('message-sent');
    await byClient('message-sent');
    await byTeam('message-sent');
    await runAt(0);
    expect(studio.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['team@studio.example', 'Runa Vestergaard approved mix.wav'],
      ['team@studio.example', 'Runa Vestergaard reported INV-1042 as paid'],
    ]);
    expect(studio.sent[0]?.text).toContain('Runa Vestergaard approved mix.wav.');
    expect(studio.sent[1]?.text).toContain('Runa Vestergaard reported invoice INV-1042 ');
    await runAt(10);
    expect(studio.sent[2]?.subject).toBe('New messages from Runa Vestergaard: Tidewater, reel 3');
    expect(studio.sent[2]?.text).toContain('Runa Vestergaard sent 2 messages.');
    expect(studio.sent[2]?.text).toContain(`https://studio.example/desk/messages?project=${projectId}`);
  });

  test('gets names with line breaks, markup and endless length as harmless text', async () => {
    const database = await open();
    const { studio, byClient, runAt } = await openTestOutbox(database);
    const name = `Runa\r\nBcc: all@studio.example\u2028<b>${'x'.repeat(900)}{file}`;
    await database.db.update(clients).set({ name });
    await byClient('file-approved', { details: { author: name, file: '{author}<script>.wav' } });
    await runAt(0);
    const [mail] = studio.sent;
    expect(mail?.subject).toMatch(/^Runa Bcc: all@studio\.example <b>x+… approved \{author\}<script>\.wav$/);
    expect(mail?.subject.length).toBeLessThan(200);
    expect(mail?.text).toContain('approved {author}<script>.wav.');
    expect(mail?.html).not.toContain('<script>');
  });
});

describeOnOneDatabase('a mail that was sent', (open) => {
  test('is deleted after ninety days, and a failed one is not', async () => {
    const { db } = await open();
    const { studio, addFile, runAt, states } = await openTestOutbox({ db });
    await addFile();
    await runAt(0.5);
    studio.answer = { ok: false, permanent: true, reason: 'no such mailbox' };
    await addFile();
    await runAt(1);
    await pruneMails(db, at(89 * 24 * 60), notificationEmailKindNames);
    expect(await states()).toEqual(['sent', 'failed']);
    await pruneMails(db, at(91 * 24 * 60), notificationEmailKindNames);
    expect(await states()).toEqual(['failed']);
  });
});

describeOnOneDatabase('a mail that cannot be delivered', (open) => {
  test('for now is sent unchanged at the next try', async () => {
    const { studio, addFile, job, byTeam, runAt } = await openTestOutbox(await open());
    studio.answer = { ok: false, permanent: false, reason: 'greylisted' };
    await addFile();
    const [first] = studio.queued;
    if (!first) throw new Error('no job');
    studio.now = at(0.5);
    expect(await job.run(first.data, { id: 'job', attempt: 1 })).toEqual(studio.answer);
    studio.queued.splice(0);
    await byTeam('file-added', { notify: 'file-waiting', details: { file: 'later.wav' } });
    studio.answer = { ok: true };
    expect(await job.run(first.data, { id: 'job', attempt: 2 })).toEqual({ ok: true });
    expect(studio.sent).toHaveLength(1);
    expect(studio.sent[0]?.text).not.toContain('later.wav');
    await runAt(1);
    expect(studio.sent.map(({ messageId }) => messageId.split('.')[0])[0]).toBe(first.data.mailId);
  });

  test('at all is shown to the team, who can send it again', async () => {
    const database = await open();
    const { studio, addFile, client, job, jobs, runAt } = await openTestOutbox(database);
    studio.answer = { ok: false, permanent: true, reason: 'no such mailbox' };
    await addFile();
    await runAt(0.5);
    const [failed] = await listFailedMails(database.db);
    const expected = { kind: 'client-notice', topic: 'file-waiting', clientId: client.clientId, attempts: 1 };
    expect(failed).toMatchObject({ ...expected, reason: 'no such mailbox' });
    const shown = { name: client.name, href: `/desk/clients/${client.clientId}` };
    expect(await listAllFailedEmails(database.db)).toMatchObject([{ ...expected, ...shown }]);
    studio.answer = { ok: true };
    const retry = () => database.db.transaction((tx) => retryMail(tx, { jobs }, failed?.id ?? ''));
    expect([await retry(), await retry()]).toEqual([true, false]);
    await runAt(1);
    expect(studio.sent).toHaveLength(1);
    expect(await listFailedMails(database.db)).toEqual([]);
    studio.answer = { ok: false, permanent: false, reason: 'down' };
    await addFile();
    const [given] = studio.queued.splice(0);
    if (given) await job.onPermanentFailure?.(given.data, 'four days of silence');
    expect(await listFailedMails(database.db)).toMatchObject([{ reason: 'four days of silence' }]);
  });
});

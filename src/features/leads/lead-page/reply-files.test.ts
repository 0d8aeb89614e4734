import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxJobOn, testMailer } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { makePerson, testServices } from '#src/features/projects/test-project.fixture.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { dayMs } from '#src/platform/durations.ts';
import { startSmtp } from '#src/platform/mail/scripted-smtp.fixture.ts';
import { leadReplyFiles, leads } from '../lead.table.ts';
import { rulesOf, submissionOf, submitLead } from '../submissions/submission.fixture.ts';
import {
  attachFiles,
  findReplyFile,
  listReplyFiles,
  mostAttached,
  mostAttachedBytes,
  pruneReplyFiles,
} from './reply-files.ts';
import { replyToLead } from './reply-to-lead.ts';

const now = new Date('2026-11-21T12:30:00Z');

const fileOf = (name: string, bytes = Buffer.from(`The bytes of ${name}`)) => ({
  field: 'files',
  name,
  mediaType: 'application/pdf',
  bytes,
});

async function makeLead(db: Db, email = 'runa@halfmoon.example') {
  await submitLead(db, submissionOf({ email }), rulesOf());
  const [lead] = await db.select().from(leads).where(eq(leads.email, email));
  const key = { leadId: lead?.id ?? '', replyId: randomUUID() };
  const attach = (names: readonly string[], removedIds: readonly string[] = [], of = key) =>
    attachFiles(db, now, of, { added: names.map((name) => fileOf(name)), removedIds });
  return { ...key, key, attach };
}

const namesOf = async (db: Db, leadId: string) =>
  (await listReplyFiles(db, leadId)).map(({ name }) => name).toSorted();

describeOnOneDatabase('a file attached to a reply', (open) => {
  test('is sent with the email, as it was chosen, under a safe name', async () => {
    const { db } = await open();
    const { key, attach } = await makeLead(db);
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    expect(await attach(['Price "list"/2026.pdf'])).toEqual({ ok: true });
    await replyToLead(db, testServices(now), ada, {
      id: key.replyId,
      leadId: key.leadId,
      content: 'See below',
    });
    const smtp = await startSmtp();
    const clock = { now: () => now };
    const job = outboxJobOn(db, { clock, mailer: testMailer(db, smtp.url, clock) });
    const [mail] = await db.select({ id: outbox.id }).from(outbox);
    expect(await job.run({ mailId: mail?.id ?? '' }, { id: mail?.id ?? '', attempt: 1 })).toEqual({
      ok: true,
    });
    const [file, ...others] = smtp.received[0]?.parsed.attachments ?? [];
    expect(others).toEqual([]);
    expect(file).toMatchObject({ filename: "Price 'list'_2026.pdf", contentType: 'application/pdf' });
    expect(file?.content.toString()).toBe('The bytes of Price "list"/2026.pdf');
  });

  test('is attached once, can be removed, and no longer changes after the reply was sent', async () => {
    const { db } = await open();
    const { leadId, replyId, attach } = await makeLead(db);
    await attach(['a.pdf', 'b.pdf']);
    await attach(['a.pdf']);
    expect(await namesOf(db, leadId)).toEqual(['a.pdf', 'b.pdf']);
    const [first] = (await listReplyFiles(db, leadId)).filter(({ name }) => name === 'a.pdf');
    await attach(['c.pdf'], ['', 'x', first?.id ?? '']);
    expect(await namesOf(db, leadId)).toEqual(['b.pdf', 'c.pdf']);
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    await replyToLead(db, testServices(now), ada, { id: replyId, leadId, content: 'Yes' });
    const ids = (await listReplyFiles(db, leadId)).map(({ id }) => id);
    expect(await attach(['d.pdf'], ids)).toEqual({ ok: true });
    expect(await namesOf(db, leadId)).toEqual(['b.pdf', 'c.pdf']);
  });

  test('is refused if it is a program, too large or one too many, and the others stay', async () => {
    const { db } = await open();
    const { leadId, key, attach } = await makeLead(db);
    for (const name of ['setup.exe', 'Rider.pdf.JS', 'run.bat'])
      expect(await attach([name]), name).toEqual({ ok: false, reason: 'type' });
    await attach(['a.pdf']);
    const large = [fileOf('large.wav', Buffer.alloc(mostAttachedBytes))];
    const refused = await attachFiles(db, now, key, { added: large, removedIds: [] });
    expect(refused).toEqual({ ok: false, reason: 'size' });
    const many = Array.from({ length: mostAttached }, (_, n) => `${n}.pdf`);
    expect(await attach(many)).toEqual({ ok: false, reason: 'count' });
    expect(await attach(many.slice(1))).toEqual({ ok: true });
    expect(await namesOf(db, leadId)).toHaveLength(mostAttached);
    expect(await attach(['a.pdf'], [], { ...key, leadId: randomUUID() })).toEqual({
      ok: false,
      reason: 'not-found',
    });
  });

  test('is found under its own lead only', async () => {
    const { db } = await open();
    const { leadId, attach } = await makeLead(db);
    const other = await makeLead(db, 'osric@visitor.example');
    await attach(['a.pdf']);
    const [file] = await listReplyFiles(db, leadId);
    const fileId = file?.id ?? '';
    expect(await findReplyFile(db, { leadId, fileId })).toMatchObject({ name: 'a.pdf' });
    for (const key of [
      { leadId: other.leadId, fileId },
      { leadId, fileId: 'x' },
      { leadId, fileId: randomUUID() },
    ])
      expect(await findReplyFile(db, key)).toBeNull();
  });

  test('is deleted a day later unless the reply was sent, and with the lead', async () => {
    const { db } = await open();
    const { leadId, replyId, attach } = await makeLead(db);
    const ada = await makePerson(db, 'team', 'Ada Brandt');
    await attach(['sent.pdf']);
    await replyToLead(db, testServices(now), ada, { id: replyId, leadId, content: 'Yes' });
    await attach(['left.pdf'], [], { leadId, replyId: randomUUID() });
    await pruneReplyFiles(db, new Date(now.getTime() + dayMs));
    expect(await namesOf(db, leadId)).toEqual(['left.pdf', 'sent.pdf']);
    await pruneReplyFiles(db, new Date(now.getTime() + dayMs + 1));
    expect(await namesOf(db, leadId)).toEqual(['sent.pdf']);
    await db.delete(leads);
    expect(await db.$count(leadReplyFiles)).toBe(0);
  });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { submissions } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import { minuteMs } from '#src/platform/durations.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { keptJobs, outboxJobOn } from './outbox.fixture.ts';
import { pruneMails, writeMails } from './outbox.ts';
import { outbox } from './outbox.table.ts';
import { teamSummaryKind } from './team-summary.ts';

const start = new Date('2026-11-21T10:04:00Z');

/** A studio whose team gets two emails an hour one by one. */
function makeStudio(db: Db) {
  const sent: Mail[] = [];
  const clock = { at: start, now: () => clock.at };
  const jobs = keptJobs();
  const mailer = { send: async (mail: Mail) => (sent.push(mail), { ok: true } as const) };
  const job = outboxJobOn(db, { clock, mailer, jobs, teamMailsAnHour: 2 });
  const run = (mailId: string) => job.run({ mailId }, { id: mailId, attempt: 1 });
  let leads = 0;
  /** A visitor sends a form, and the email to the team about it is due. */
  const receive = async () => {
    leads += 1;
    const submission = submissionOf({ email: `visitor-${leads}@film.example` });
    await submitLead(db, submission, rulesOf());
    const [latest] = await db.select().from(submissions).where(eq(submissions.id, submission.id));
    if (!latest) throw new Error('not stored');
    const about = { topic: 'contact', subjectId: latest.id, leadId: latest.leadId };
    const [mailId = ''] = await writeMails(db, clock.at, [{ kind: 'team-mail', ...about }]);
    expect(await run(mailId)).toEqual({ ok: true });
  };
  const summaries = () => db.select().from(outbox).where(eq(outbox.kind, teamSummaryKind)).orderBy(outbox.id);
  const wait = (minutes: number) => (clock.at = new Date(clock.at.getTime() + minutes * minuteMs));
  return { sent, jobs, run, receive, summaries, wait, clock };
}

describeOnOneDatabase('emails to the team', (open) => {
  test('beyond a few dozen in an hour leave as one summary each quarter of an hour, which says how many and where', async () => {
    const { db } = await open();
    const { sent, jobs, run, receive, summaries, wait } = makeStudio(db);
    for (let n = 0; n < 5; n += 1) await receive();
    expect(sent).toHaveLength(2);
    const [first, ...others] = await summaries();
    expect(others).toEqual([]);
    const planned = { data: { mailId: first?.id }, startAfter: new Date('2026-11-21T10:15:00Z') };
    expect(jobs.queued).toMatchObject([planned]);
    wait(11);
    await run(first?.id ?? '');
    expect(sent.at(-1)).toMatchObject({ to: 'team@studio.example', subject: '3 more notifications' });
    expect(sent.at(-1)?.text).toContain('3 forms were sent on the site.');
    expect(sent.at(-1)?.text).toContain('https://studio.example/desk/leads');
    await receive();
    expect(sent, 'the next quarter has its own').toHaveLength(3);
    const [, second] = await summaries();
    wait(15);
    await run(second?.id ?? '');
    expect(sent.at(-1)?.subject).toBe('1 more notification');
    wait(35);
    await receive();
    expect(sent.at(-1)?.subject, 'the hour is over').toContain('New Contact Message');
    expect(await db.$count(submissions), 'the desk has all of them').toBe(7);
  });

  test('of others are not counted, and one that failed is tried again for itself', async () => {
    const { db } = await open();
    const { sent, run, receive } = makeStudio(db);
    await receive();
    await receive();
    const [mail] = await db.select().from(outbox).where(eq(outbox.kind, 'team-mail'));
    await db
      .update(outbox)
      .set({ state: 'queued', settledAt: null })
      .where(eq(outbox.id, mail?.id ?? ''));
    await run(mail?.id ?? '');
    expect(sent).toHaveLength(3);
    const about = { subjectId: mail?.subjectId ?? null, leadId: mail?.leadId ?? null, topic: 'contact' };
    const [toSender = ''] = await writeMails(db, start, [{ kind: 'sender-mail', ...about }]);
    await run(toSender);
    expect(sent.at(-1)?.to).toContain('film.example');
  });

  test('are in no summary once what they are about was deleted, and summaries are deleted after ninety days', async () => {
    const { db } = await open();
    const { sent, run, receive, summaries, clock, wait } = makeStudio(db);
    for (let n = 0; n < 3; n += 1) await receive();
    const [summary] = await summaries();
    await db.delete(outbox).where(eq(outbox.summaryId, summary?.id ?? ''));
    await run(summary?.id ?? '');
    expect(sent).toHaveLength(2);
    expect(await summaries()).toMatchObject([{ state: 'skipped' }]);
    wait(91 * 24 * 60);
    await pruneMails(db, clock.at, [teamSummaryKind]);
    expect(await summaries()).toEqual([]);
  });
});

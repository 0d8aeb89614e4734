import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { silentLog } from '#src/features/leads/intake/form-request.fixture.ts';
import { rulesOf, submissionOf, submitLead } from '#src/features/leads/intake/submission.fixture.ts';
import type { TimeBooking } from '#src/features/leads/intake/wanted-time.ts';
import { leads } from './lead.table.ts';
import { leadReceivedJob, type LeadReceived } from './emails/lead-received.job.ts';
import { keptJobs } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { describeFailure } from '#src/platform/database/sql-state.ts';
import { describeOnOneDatabase } from '#src/platform/database/test-database.fixture.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Services } from '#src/platform/services/services.ts';
import { leadsFeature } from './leads-feature.ts';

const now = new Date('2026-11-21T10:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

type Defined = { name: string; settings: unknown; job: JobHandler<LeadReceived> };

describeOnOneDatabase('the leads in the running product', (open) => {
  test('write the mails of a submission down from a queue that tries for days', async () => {
    const { db } = await open();
    const defined: Defined[] = [];
    const define = (name: string, settings: unknown, job: JobHandler<LeadReceived>) =>
      void defined.push({ name, settings, job });
    const { rateLimiter } = rulesOf();
    const jobs = { ...keptJobs(), define };
    const clock = { now: () => now };
    const services = { db, log: silentLog, clock, jobs, rateLimiter, config: {}, database: {} };
    const feature = leadsFeature(() => ({}) as TimeBooking);
    await feature.register?.(services as unknown as Services);
    const [queue, ...others] = defined;
    expect(others).toEqual([]);
    expect(queue).toMatchObject({
      name: 'lead-received',
      settings: { retry: mailRetry, timeoutS: 120, concurrency: 2 },
    });
    const submission = submissionOf();
    await submitLead(db, submission, rulesOf());
    const received = { submissionId: submission.id, deliveries: ['team-mail'] } as const;
    expect(await queue?.job.run(received, { id: submission.id, attempt: 1 })).toEqual({ ok: true });
    expect(await db.select().from(outbox)).toMatchObject([{ kind: 'team-mail', subjectId: submission.id }]);
  });

  test('write mails down again that could not be queued, and the queue keeps nothing that was typed', async () => {
    const { db } = await open();
    const broken = new Error('insert into jobs values (Runa)', { cause: new Error('no queue') });
    const jobs = { enqueue: () => Promise.reject(broken) };
    const clock = { now: () => now };
    const { rateLimiter } = rulesOf();
    const waitUntilIdle = async () => undefined;
    const job = leadReceivedJob({ db, jobs, log: silentLog, clock, rateLimiter, waitUntilIdle });
    const submission = submissionOf();
    await submitLead(db, submission, rulesOf());
    const received = { submissionId: submission.id, deliveries: ['team-mail'] } as const;
    expect(await job.run(received, { id: submission.id, attempt: 1 })).toEqual({
      ok: false,
      permanent: false,
      reason: describeFailure(broken),
    });
    expect(describeFailure(broken)).not.toContain('Runa');
    expect(await db.$count(outbox)).toBe(0);
  });

  test('take every form at its address, and tell the metrics who waits', async () => {
    const { db } = await open();
    const services = { db, clock: { now: () => now }, config: {}, database: {}, jobs: {} };
    const feature = leadsFeature(() => ({}) as TimeBooking);
    const posts = feature.posts?.(services as unknown as Services);
    expect([...(posts?.keys() ?? [])]).toContain('/forms/contact');
    const measures = feature.measures?.(services as unknown as Services) ?? [];
    expect(measures.map(({ gauges }) => Object.keys(gauges))).toEqual([
      ['leads_waiting', 'leads_longest_wait_seconds'],
    ]);
    for (const { gauges } of measures)
      for (const { help } of Object.values(gauges)) expect(help).toMatch(/^\w.*\.$/);
    await submitLead(db, submissionOf({ createdAt: now }), rulesOf());
    expect(await measures[0]?.read()).toEqual({ leads_waiting: 1, leads_longest_wait_seconds: 0 });
  });
});

describeOnOneDatabase('the leads of the metrics', (open) => {
  test('are those that wait as the inbox shows them: neither answered nor held', async () => {
    const { db } = await open();
    const services = { db, clock: { now: () => now } } as unknown as Services;
    const [waiting] = leadsFeature(() => ({}) as TimeBooking).measures?.(services) ?? [];
    const read = () => waiting?.read();
    expect(await read()).toEqual({ leads_waiting: 0, leads_longest_wait_seconds: 0 });
    const send = async (name: string, hours: number, isHeld = false) => {
      const email = `${name}@visitor.example`;
      await submitLead(db, submissionOf({ name, email, createdAt: hoursAgo(hours), isHeld }), rulesOf());
      return email;
    };
    await send('short', 2);
    await send('long', 30);
    await send('held', 90, true);
    const answered = await send('answered', 60);
    await db.update(leads).set({ waitingSince: null }).where(eq(leads.email, answered));
    expect(await read()).toEqual({ leads_waiting: 2, leads_longest_wait_seconds: 30 * 3600 });
  });
});

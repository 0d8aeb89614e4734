import { sql } from 'drizzle-orm';
import { submitRulesOf } from '#src/features/leads/submissions/form-handler.ts';
import { submissionOf, submitLead } from '#src/features/leads/submissions/submission.fixture.ts';
import { outboxJobOn, testMailer } from '#src/features/notifications/outbox/outbox.fixture.ts';
import { outboxQueue } from '#src/features/notifications/outbox/outbox.ts';
import { signInMailJob } from '#src/features/accounts/sign-in/sign-in-mail.job.ts';
import { signInMailQueue } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { quiet } from '#src/platform/jobs/jobs.fixture.ts';
import type { Config } from '#src/platform/config/config.ts';
import { createJobs } from '#src/platform/jobs/jobs.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { openAnyTestDatabase } from '#src/platform/database/test-database.fixture.ts';
import { onTestFinished } from 'vitest';

const pollMs = 25;
export const secret = 'a secret of the drill';
export const origin = 'https://studio.example';
const settings = { retry: mailRetry, timeoutS: 120, concurrency: 2 };

type Waiting = { readonly running: number; readonly wait_ms: number | null };

/**
 * The product's email jobs on a database, with the product's clock. The queue uses the database's clock: to let time
 * pass, everything stored is made older.
 */
export async function openTestOutbox(smtpUrl: string, startedAt: Date) {
  let nowMs = startedAt.getTime();
  const clock = { now: () => new Date(nowMs) };
  const database = await openAnyTestDatabase();
  const { db } = database;
  const mailer = testMailer(db, smtpUrl, clock, true);
  const jobs = createJobs({ database, log: quiet, pollMs });
  const rateLimiter = createRateLimiter({ clock, secret, log: quiet });
  const config = { formForwardUrl: null } as Config;
  jobs.define(outboxQueue, settings, outboxJobOn(db, { clock, mailer, jobs }));
  jobs.define(signInMailQueue, settings, signInMailJob({ db, mailer, origin, secret, clock }));
  await jobs.start();
  onTestFinished(() => jobs.stop());

  async function waiting(): Promise<Waiting> {
    const { rows } = (await db.execute(sql`
      select count(*) filter (where state = 'active' or start_after <= now())::int as running,
        ceil(extract(epoch from min(start_after) - now()) * 1000)::float8 as wait_ms
      from pgboss.job where state <= 'active'
        and name in (${outboxQueue}, ${signInMailQueue}, 'outbox.dead', 'sign-in-mail.dead')`)) as {
      rows: unknown[];
    };
    return rows[0] as Waiting;
  }

  async function pass(ms: number): Promise<void> {
    nowMs += ms;
    const earlier = sql`make_interval(secs => ${ms / 1000})`;
    await db.execute(sql`
      update pgboss.job set start_after = start_after - ${earlier}, created_on = created_on - ${earlier},
        started_on = started_on - ${earlier}, completed_on = completed_on - ${earlier}, keep_until = keep_until - ${earlier}`);
  }

  return {
    db,
    jobs,
    clock,
    mailer,
    /** Submits a form with this address, which queues its emails. Returns the submission's id. */
    async sendForm(email: string): Promise<string> {
      const submission = submissionOf({ email, createdAt: clock.now() });
      await submitLead(db, submission, submitRulesOf({ config, clock, jobs, rateLimiter }));
      return submission.id;
    },
    /** Lets time pass from one attempt to the next, until `isOver` or until no attempts are left. */
    async passUntil(isOver: () => boolean): Promise<void> {
      for (;;) {
        const { running, wait_ms: waitMs } = await waiting();
        if (running > 0) {
          await new Promise((resolve) => setTimeout(resolve, pollMs));
          continue;
        }
        if (waitMs === null || isOver()) return;
        await pass(waitMs + 1);
      }
    },
  };
}

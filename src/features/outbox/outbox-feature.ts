import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import type { JobHandler } from '#src/platform/jobs/jobs.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { Measure } from '#src/platform/metrics/measure.ts';
import type { Feature, Services } from '#src/platform/services/services.ts';
import type { MailKinds } from './mail-kinds.ts';
import { outboxJob } from './outbox.job.ts';
import { outbox } from './outbox.table.ts';
import { enqueueMails, outboxQueue, pruneMails, type OutboxJob } from './outbox.ts';
import { teamSummaryKind } from './team-summary.ts';

/** Queues from before the outbox, each with the field in which a job names its mail: a studio upgrades with jobs in them. */
const formerQueues = { 'lead-reply': 'replyId', 'client-mail': 'mailId' } as const;

type FormerJob = { readonly replyId?: string; readonly mailId?: string };

/** Hands a job from before the outbox over to it; the same mail twice is one job there. */
function formerJob(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  field: keyof FormerJob,
  handler: JobHandler<OutboxJob>,
): JobHandler<FormerJob> {
  return {
    async run({ [field]: mailId }) {
      if (mailId !== undefined) await enqueueMails(db, jobs, [mailId]);
      return { ok: true };
    },
    async onPermanentFailure({ [field]: mailId }, reason) {
      if (mailId !== undefined) await handler.onPermanentFailure?.({ mailId }, reason);
    },
  };
}

const standings = ['queued', 'failing', 'dead'] as const;

/** Counts the mails and forwards that have not left: queued, failing (to be tried again) or given up. */
const mailMeasure = (db: Db): Measure => ({
  name: 'mails',
  gauges: {
    mails: {
      help: 'Mails and forwards that have not left: queued, failing (tried again later), dead (given up).',
      label: 'state',
    },
  },
  async read() {
    const standing = sql<(typeof standings)[number]>`case
      when ${outbox.state} = 'failed' then 'dead' when ${outbox.lastError} is null then 'queued' else 'failing' end`;
    const found = await db
      .select({ of: standing, value: count() })
      .from(outbox)
      .where(inArray(outbox.state, ['queued', 'failed']))
      .groupBy(sql`1`);
    return { mails: standings.map((of) => found.find((one) => one.of === of) ?? { of, value: 0 }) };
  },
});

/** Plugs in the one job that sends mails; `kindsOf` joins the kinds of the rooms that queue them. */
export const outboxFeature = (
  kindsOf: (services: Pick<Services, 'config' | 'origin' | 'secret' | 'log' | 'rateLimiter'>) => MailKinds,
): Feature => ({
  name: 'outbox',
  measures: ({ db }) => [mailMeasure(db)],
  prune: ({ db, clock }) => pruneMails(db, clock.now(), [teamSummaryKind]),
  register(services) {
    const { db, jobs, mailer, clock, log, rateLimiter, config } = services;
    const { teamMailsAnHour } = config;
    const parts = { db, jobs, mailer, clock, log, rateLimiter, teamMailsAnHour };
    const handler = outboxJob({ ...parts, kinds: kindsOf(services) });
    // A mail under way when the process dies may leave again: so no more than two at once.
    jobs.define(outboxQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, handler);
    for (const [queue, field] of Object.entries(formerQueues)) {
      jobs.define(queue, { retry: mailRetry, timeoutS: 120 }, formerJob(services, field, handler));
    }
  },
});

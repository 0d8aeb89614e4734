import { count, inArray, sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { mailRetry } from '#src/platform/jobs/retry-policy.ts';
import type { MetricGroup } from '#src/platform/metrics/metric-group.ts';
import type { Feature, Services } from '#src/platform/services/services.ts';
import { type MailKinds, outboxQueue, pruneMails } from './outbox.ts';
import { outboxJob } from './outbox.job.ts';
import { outbox } from './outbox.table.ts';
import { teamSummaryKind } from './team-summary.ts';

const standings = ['queued', 'failing', 'dead'] as const;

/** Counts the mails and forwards that have not left: queued, failing (to be tried again) or given up. */
const mailMetrics = (db: Db): MetricGroup => ({
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

/** Registers the job that sends emails; `kindsOf` returns the kinds of all features that queue them. */
export const outboxFeature = (
  kindsOf: (services: Pick<Services, 'config' | 'origin' | 'secret' | 'log' | 'rateLimiter'>) => MailKinds,
): Feature => ({
  name: 'outbox',
  metrics: ({ db }) => [mailMetrics(db)],
  prune: ({ db, clock }) => pruneMails(db, clock.now(), [teamSummaryKind]),
  register(services) {
    const { db, jobs, mailer, clock, log, rateLimiter, config } = services;
    const { teamMailsAnHour } = config;
    const parts = { db, jobs, mailer, clock, log, rateLimiter, teamMailsAnHour };
    const job = outboxJob({ ...parts, kinds: kindsOf(services) });
    // An email in progress when the process dies may be sent twice: so at most two at once.
    jobs.define(outboxQueue, { retry: mailRetry, timeoutS: 120, concurrency: 2 }, job);
  },
});

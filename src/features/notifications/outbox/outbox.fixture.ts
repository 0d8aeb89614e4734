import { onTestFinished } from 'vitest';
import { mailKindsOf } from '#src/composition.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { JobQueue } from '#src/platform/jobs/jobs.ts';
import type { JobHandler, JobRequest } from '#src/platform/jobs/queue-worker.ts';
import type { Log } from '#src/platform/log.ts';
import { createMailer, type Mailer } from '#src/platform/mail/mailer.ts';
import { createRateLimiter } from '#src/platform/limits/rate-limit.ts';
import { outboxJob } from './outbox.job.ts';
import type { OutboxJob } from './outbox.ts';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const from = { name: 'Studio', address: 'studio@studio.example' };
/** For servers that never answer; any other may take its time. */
const shortLimits = { connectMs: 500, greetingMs: 500, silenceMs: 500, totalMs: 3000 };

/** Jobs that are written down instead of queued. */
export function keptJobs() {
  const queued: JobRequest[] = [];
  const enqueue = async (_tx: Db, requests: readonly JobRequest[]) => void queued.push(...requests);
  return { enqueue, queued };
}

/** A mailer, closed after the test; one that is impatient gives up soon. */
export function testMailer(db: Db, smtpUrl: string, clock: Clock, isImpatient = false): Mailer {
  const limits = isImpatient ? { limits: shortLimits } : {};
  const mailer = createMailer({ smtpUrl, mailFrom: from }, { db, log: quiet, clock, ...limits });
  onTestFinished(() => mailer.close());
  return mailer;
}

type To = {
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly forwardUrl?: string;
  readonly warn?: Log['warn'];
  /** The folder with the bytes of files. */
  readonly dataDir?: string;
  readonly jobs?: JobQueue;
  readonly teamMailsAnHour?: number;
};

/** The outbox's job of studio.example, with every kind of mail that the product has. */
export function outboxJobOn(
  db: Db,
  {
    clock,
    mailer,
    forwardUrl,
    jobs = keptJobs(),
    warn = quiet.warn,
    dataDir = '',
    teamMailsAnHour = 1000,
  }: To,
): JobHandler<OutboxJob> {
  const config = {
    teamInbox: 'team@studio.example',
    formForwardUrl: forwardUrl ?? null,
    dataDir,
    bucket: null,
    mailFrom: from,
  };
  const secret = 'a secret of the tests';
  const rateLimiter = createRateLimiter({ clock, secret, log: quiet });
  const kinds = mailKindsOf({ config, origin: 'https://studio.example', secret, log: { warn }, rateLimiter });
  const waitUntilIdle = async () => undefined;
  return outboxJob({
    db,
    jobs,
    mailer,
    kinds,
    clock,
    log: quiet,
    rateLimiter,
    teamMailsAnHour,
    waitUntilIdle,
  });
}

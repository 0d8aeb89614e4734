import { and, eq, inArray, gt } from 'drizzle-orm';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import { queueMemberNews } from '#src/features/notifications/emails/queue-emails.ts';
import { enqueueMails, writeMails } from '#src/features/notifications/outbox/outbox.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { type RateLimiter, wideNetworkLimit, type RateLimit } from '#src/platform/limits/rate-limit.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import desk from '#content/desk.yaml';
import { isFormName } from '../form-names.ts';
import { submissions } from '../lead.table.ts';
import type { SubmissionMailKind } from './lead-mail-kinds.ts';

/** What the inbox calls a form. */
const formNameOf = (form: string): string =>
  isFormName(form) ? desk.inbox.sources[form] : desk.inbox.otherSource;

type Submitted = {
  readonly ids: readonly string[];
  /** The emails and forward that each submission triggers. */
  readonly deliveries: readonly SubmissionMailKind[];
  /** The limit that withholds a submission's confirmation because its network has used it up, by the submission's id. */
  readonly withheld?: ReadonlyMap<string, string>;
};

type MailServices = QueueMoment & {
  readonly rateLimiter: Pick<RateLimiter, 'hitEach'>;
  readonly limits?: ConfirmationLimits;
};

/**
 * Queues the emails and forward of new submissions in the caller's transaction. Held and deleted submissions trigger
 * nothing. A confirmation withheld by a limit is stored as skipped; the team's email is still sent.
 */
export async function queueSubmissionMails(
  tx: Db,
  { jobs, now, rateLimiter, limits = confirmationLimits }: MailServices,
  { ids, deliveries, withheld }: Submitted,
): Promise<void> {
  if (ids.length === 0) return;
  const { id, leadId, form, fields, isHeld } = submissions;
  const found = await tx
    .select({ id, leadId, form, fields })
    .from(submissions)
    .where(and(inArray(id, [...ids]), eq(isHeld, false)))
    .orderBy(id);
  const skippedFor = new Map(withheld);
  const confirmed = deliveries.includes('sender-mail') ? found.filter((one) => !skippedFor.has(one.id)) : [];
  const hits = confirmed.map((one) => confirmationLimitsOf(one.fields['email'] ?? '', limits));
  for (const [index, counted] of (await rateLimiter.hitEach(tx, hits)).entries())
    if (!counted.ok) skippedFor.set(confirmed[index]?.id ?? '', counted.name);
  const mails = found.flatMap((one) =>
    deliveries.map((kind) => ({
      kind,
      subjectId: one.id,
      leadId: one.leadId,
      topic: one.form,
      ...(kind === 'sender-mail' ? { skippedFor: skippedFor.get(one.id) } : {}),
    })),
  );
  const isSkipped = (mail: (typeof mails)[number]) => mail.skippedFor !== undefined;
  await writeMails(tx, now, mails.filter(isSkipped));
  const queued = mails.filter((mail) => !isSkipped(mail));
  if (deliveries.includes('team-mail'))
    for (const { id: subjectId, leadId: of, form: name, fields: typed } of found)
      await queueMemberNews(
        tx,
        { jobs, now },
        {
          kind: 'lead-received',
          clientId: null,
          leadId: of,
          projectId: null,
          subjectId,
          topic: 'leads',
          except: [],
          details: { author: typed['name'] ?? '', form: formNameOf(name), leadId: of },
        },
      );
  // A burst of forms must not delay other emails.
  await enqueueMails(tx, jobs, await writeMails(tx, now, queued), { priority: -1 });
}

const windowMs = dayMs;

export type ConfirmationLimits = {
  readonly perNetwork: number;
  readonly perMailbox: number;
  readonly perInstallation: number;
};

/**
 * Maximum number of confirmations per day. Anyone can enter any address, so these limits protect other people's
 * mailboxes and the studio's sender reputation.
 */
export const confirmationLimits: ConfirmationLimits = {
  perNetwork: 120,
  perMailbox: 3,
  perInstallation: 1000,
};

const installation = 'confirmations, installation';

/** Returns the limits counted when the form is received, the only time the network is known. */
export const confirmationLimitsOfNetwork = (network: string, limit: number): RateLimit[] => [
  wideNetworkLimit(network, { name: 'confirmations, network', limit, windowMs }),
];

/** Returns the limits counted when the email is created. */
const confirmationLimitsOf = (email: string, limits: ConfirmationLimits): RateLimit[] => [
  { name: 'confirmations, mailbox', subject: mailboxKeyOf(email), limit: limits.perMailbox, windowMs },
  { name: installation, subject: 'all', limit: limits.perInstallation, windowMs },
];

/**
 * Returns how many confirmations were withheld in the last day by the limit of the whole installation, which is an
 * alarm.
 */
export const countWithheldConfirmations = (db: Db, now: Date): Promise<number> =>
  db.$count(
    outbox,
    and(
      eq(outbox.state, 'skipped'),
      eq(outbox.kind, 'sender-mail'),
      eq(outbox.lastError, installation),
      gt(outbox.settledAt, new Date(now.getTime() - windowMs)),
    ),
  );

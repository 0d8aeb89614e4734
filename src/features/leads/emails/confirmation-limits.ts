import { and, eq, gt } from 'drizzle-orm';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { dayMs } from '#src/platform/durations.ts';
import { mailboxKeyOf } from '#src/platform/mail/mail-address.ts';
import { wideNetworkLimit, type RateLimit } from '#src/platform/limits/rate-limit.ts';

const windowMs = dayMs;

export type ConfirmationLimits = {
  readonly perNetwork: number;
  readonly perMailbox: number;
  readonly perInstallation: number;
};

/**
 * The most confirmations sent in a day. Anybody can enter any address, so these protect strangers' mailboxes and the studio's
 * reputation as a sender.
 */
export const confirmationLimits: ConfirmationLimits = {
  perNetwork: 120,
  perMailbox: 3,
  perInstallation: 1000,
};

const installation = 'confirmations, installation';

/** Counted when a form comes in, the only time when its network is known. */
export const confirmationLimitsOfNetwork = (network: string, limit: number): RateLimit[] => [
  wideNetworkLimit(network, { name: 'confirmations, network', limit, windowMs }),
];

/** Counted when the mail is written down. */
export const confirmationLimitsOf = (email: string, limits: ConfirmationLimits): RateLimit[] => [
  { name: 'confirmations, mailbox', subject: mailboxKeyOf(email), limit: limits.perMailbox, windowMs },
  { name: installation, subject: 'all', limit: limits.perInstallation, windowMs },
];

/** How many confirmations were not sent in the last day because the whole installation had sent its share: an alarm. */
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

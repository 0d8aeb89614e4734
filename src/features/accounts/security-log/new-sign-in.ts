import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { securityLog } from './security-log.table.ts';

/** The outbox kind of the email about a sign-in with a new browser. */
export const newSignInMailKind = 'new-sign-in';

/**
 * Queues that email in the transaction of the sign-in. The outbox belongs to a higher layer, so the caller passes this function in.
 */
export type QueueNewSignInMail = (
  tx: Db,
  services: QueueMoment,
  mail: {
    readonly kind: string;
    readonly subjectId: string;
    readonly clientId: string | null;
    readonly personId: string;
  },
) => Promise<unknown>;

type Decision =
  | { readonly kind: 'mail'; readonly compose: () => Promise<Mail | null> }
  | { readonly kind: 'skip'; readonly reason: string };

/** Decides whether to send that email; its subject is the entry in the security log. */
export const newSignInMail =
  ({ origin }: { readonly origin: string }) =>
  async (
    tx: Db,
    { id, subjectId }: { readonly id: string; readonly subjectId: string | null },
  ): Promise<Decision> => {
    const { at, userAgent, network } = securityLog;
    const [entry] =
      subjectId === null
        ? []
        : await tx
            .select({ at, userAgent, network, email: people.email })
            .from(securityLog)
            .innerJoin(people, eq(people.id, securityLog.personId))
            .where(and(eq(securityLog.id, subjectId), isNull(people.disabledAt)));
    if (!entry) return { kind: 'skip', reason: 'forgotten' };
    const to = mailAddressOf(entry.email);
    const messageId = messageIdOf(`${id}.new-sign-in`, origin);
    return {
      kind: 'mail',
      // Loaded on demand: the templates are large.
      compose: async () => {
        if (to === null) return null;
        const { newSignInMailOf } = await import('./new-sign-in.email.tsx');
        return newSignInMailOf({ ...entry, to, messageId, origin });
      },
    };
  };

import { and, eq, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';
import type { Mail } from '#src/platform/mail/mailer.ts';
import { messageIdOf } from '#src/platform/mail/message-id.ts';
import { securityLog } from './security-log.table.ts';

/** The kind of the mail that tells a person of a sign-in with a browser they had not used before. */
export const newSignInMailKind = 'new-sign-in';

/**
 * Queues that mail in the transaction of the sign-in. The outbox is in a room above this one, so the caller hands this function in.
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

/** Decides about that mail; its subject is the entry in the trail. */
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
      // The templates are heavy; a start without mail does not wait for them.
      compose: async () => {
        if (to === null) return null;
        const { newSignInMailOf } = await import('./new-sign-in.email.tsx');
        return newSignInMailOf({ ...entry, to, messageId, origin });
      },
    };
  };

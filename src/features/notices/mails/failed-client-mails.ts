import { and, asc, eq } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { clientMails, type ClientMailKind } from './client-mail.table.ts';
import { clientMailQueue } from './queue-mails.ts';

export type FailedClientMail = {
  readonly id: string;
  readonly audience: 'client' | 'team';
  readonly kind: ClientMailKind;
  readonly clientId: string;
  readonly clientName: string;
  readonly reason: string;
  readonly attempts: number;
  readonly failedAt: Date;
};

/** Mails about clients' projects, to them or to the team, that could not be delivered for good; the oldest failure first. */
export async function listFailedClientMails(db: Db): Promise<FailedClientMail[]> {
  const rows = await db
    .select({ mail: clientMails, clientName: people.name })
    .from(clientMails)
    .innerJoin(people, eq(people.id, clientMails.clientId))
    .where(eq(clientMails.state, 'failed'))
    .orderBy(asc(clientMails.settledAt), asc(clientMails.id));
  return rows.map(({ mail, clientName }) => ({
    id: mail.id,
    audience: mail.audience,
    kind: mail.kind,
    clientId: mail.clientId,
    clientName,
    reason: mail.lastError ?? '',
    attempts: mail.attempts,
    failedAt: mail.settledAt ?? mail.createdAt,
  }));
}

/** Tries a failed mail again, in the caller's transaction; false when it had not failed. */
export async function retryClientMail(
  tx: Db,
  { jobs }: { readonly jobs: Pick<Jobs, 'enqueue'> },
  mailId: string,
): Promise<boolean> {
  const retried = await tx
    .update(clientMails)
    .set({ state: 'queued', settledAt: null })
    .where(and(eq(clientMails.id, mailId), eq(clientMails.state, 'failed')))
    .returning({ id: clientMails.id });
  if (retried.length === 0) return false;
  await jobs.enqueue(tx, [{ queue: clientMailQueue, data: { mailId } }]);
  return true;
}

import type { May } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { insertClient } from '#src/features/accounts/team/invite-person.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';

type NewClient = {
  readonly clientName: string;
  /** The first person's name and address. */
  readonly name: string;
  readonly email: string;
  readonly may: May;
  readonly isInvited: boolean;
};

/**
 * Creates a client with their first person, records it, and mails the person a sign-in link if they are invited, in one
 * transaction; refused as `exists` if the address is taken.
 */
export async function createClient(
  db: Db,
  { clock, jobs }: QueueServices,
  actor: Actor,
  { isInvited, ...client }: NewClient,
): Promise<Outcome<'exists', { readonly clientId: string }>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const made = await insertClient(tx, now, client);
    if (!made.ok) return made;
    const { clientId } = made;
    const details = { client: client.clientName };
    await recordActivity(tx, now, actor, { kind: 'client-created', clientId, subjectId: clientId, details });
    const asked = { emailKey: emailKeyOf(client.email), reason: 'added', next: '/portal' } as const;
    if (isInvited) await requestSignInMail(tx, { jobs, now }, asked);
    return { ok: true, clientId };
  });
}

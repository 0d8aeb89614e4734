import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';

const clientIs = (id: string) => and(eq(people.id, id), eq(people.role, 'client'), isNull(people.erasedAt));

/** Disables a client and ends their sessions, in one transaction; false when there is no such client who may sign in. */
export async function disableClient(db: Db, now: Date, actor: Actor, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [disabled] = await tx
      .update(people)
      .set({ disabledAt: now })
      .where(and(clientIs(clientId), isNull(people.disabledAt)))
      .returning({ leadId: people.leadId });
    if (!disabled) return false;
    await endSessionsOf(tx, clientId);
    await recordActivity(tx, now, actor, { kind: 'person-disabled', clientId, ...disabled });
    return true;
  });
}

/** Lets a disabled client sign in again; false when there is no such client. */
export async function enableClient(db: Db, now: Date, actor: Actor, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [enabled] = await tx
      .update(people)
      .set({ disabledAt: null })
      .where(and(clientIs(clientId), isNotNull(people.disabledAt)))
      .returning({ leadId: people.leadId });
    if (!enabled) return false;
    await recordActivity(tx, now, actor, { kind: 'person-enabled', clientId, ...enabled });
    return true;
  });
}

/** Queues another mail with a code and a link for a client who may sign in; false when there is no such client. */
export async function mailClient(
  db: Db,
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> },
  actor: Actor,
  clientId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [client] = await tx
      .select({ emailKey: people.emailKey, leadId: people.leadId })
      .from(people)
      .where(and(clientIs(clientId), isNull(people.disabledAt)));
    if (!client) return false;
    const { emailKey, leadId } = client;
    const now = clock.now();
    await requestSignInMail(tx, { jobs, now }, { emailKey, reason: 'welcome', next: '/portal' });
    await recordActivity(tx, now, actor, { kind: 'sign-in-mail-asked', clientId, leadId });
    return true;
  });
}

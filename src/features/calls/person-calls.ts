import { and, eq, inArray, isNull, like, or, sql, type SQL, asc, getTableColumns } from 'drizzle-orm';
import { activity } from '#src/features/accounts/people/activity.table.ts';
import { queueErasedCalls } from './emails/erased-calls.ts';
import { calls, callMails } from './call.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueMoment } from '#src/platform/jobs/jobs.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';

/** One of a client's people, identified by the name and address that their calls hold. */
type CalledPerson = { readonly clientId: string; readonly name: string; readonly emailKey: string };

const hasAddress = (emailKey: string): SQL => eq(sql`lower(${calls.email})`, emailKey);

/**
 * Deletes the calls with a person of a client, including those they booked as a lead. Requires `lockTimes`. The
 * activity history keeps its entries with `formerly` as the name. Emails the hosts of upcoming calls.
 */
export async function eraseCallsOf(
  tx: Db,
  services: QueueMoment,
  { clientId, name, emailKey, formerly }: CalledPerson & { readonly formerly: string },
): Promise<void> {
  const theirLead = tx.select({ id: leads.id }).from(leads).where(eq(leads.emailKey, emailKey));
  const isWithThem = and(eq(calls.clientId, clientId), or(hasAddress(emailKey), eq(calls.name, name)));
  const areTheirs = or(inArray(calls.leadId, theirLead), isWithThem);
  await queueErasedCalls(tx, services, areTheirs);
  const erased = await tx.delete(calls).where(areTheirs).returning({ id: calls.id });
  const ids = erased.map(({ id }) => id);
  const isTheirDeed = and(inArray(activity.subjectId, ids), like(activity.kind, 'call-%'));
  await tx
    .update(activity)
    .set({ actorName: formerly })
    .where(and(isTheirDeed, isNull(activity.actorId)));
}

/** Changes the name and address on the calls with a person of a client. Requires `lockTimes`. */
export async function readdressCalls(
  tx: Db,
  { clientId, emailKey }: Pick<CalledPerson, 'clientId' | 'emailKey'>,
  to: { readonly name: string; readonly email: string },
): Promise<void> {
  await tx
    .update(calls)
    .set(to)
    .where(and(eq(calls.clientId, clientId), hasAddress(emailKey)));
}

/**
 * Returns the calls of these leads and of a client, with their emails. Omits the token and anything else that would
 * let a reader change a call.
 */
export async function exportCalls(
  db: Db,
  { leadIds, clientId }: { readonly leadIds: readonly string[]; readonly clientId: string | null },
) {
  const { tokenHash: _token, blocked: _blocked, ...shown } = getTableColumns(calls);
  const isTheirs = or(
    inArray(calls.leadId, [...leadIds]),
    clientId === null ? undefined : eq(calls.clientId, clientId),
  );
  const { state, attempts, lastError, settledAt } = outbox;
  return {
    calls: await db.select(shown).from(calls).where(isTheirs).orderBy(asc(calls.startsAt)),
    callMails: await db
      .select({ ...getTableColumns(callMails), state, attempts, lastError, settledAt })
      .from(callMails)
      .innerJoin(calls, eq(calls.id, callMails.callId))
      // An email older than the outbox's retention has no state.
      .leftJoin(outbox, eq(outbox.subjectId, callMails.id))
      .where(isTheirs)
      .orderBy(asc(callMails.id)),
  };
}

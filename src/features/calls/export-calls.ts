import { asc, eq, getTableColumns, inArray, or } from 'drizzle-orm';
import { callMails, calls } from './call.table.ts';
import { outbox } from '#src/features/notifications/outbox/outbox.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/**
 * Returns the calls of these leads and of a client, with the mails about each. Leaves out the token and what else would let a
 * reader change a call.
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
      // A mail that is older than the outbox keeps has no state.
      .leftJoin(outbox, eq(outbox.subjectId, callMails.id))
      .where(isTheirs)
      .orderBy(asc(callMails.id)),
  };
}

import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { clients } from './client.table.ts';
import { mergedClients } from './merged-client.table.ts';

/** Matches the client that a lead became; where that client became part of another, the one that stayed. */
export const isClientOfLead = (db: Db, leadId: string): SQL | undefined =>
  or(
    eq(clients.leadId, leadId),
    inArray(
      clients.id,
      db.select({ id: mergedClients.intoId }).from(mergedClients).where(eq(mergedClients.leadId, leadId)),
    ),
  );

/** Selects the leads that a client came from: its own, and those of the clients that became part of it. */
export function selectLeadsOf(db: Db, clientId: string) {
  const own = db.select({ leadId: clients.leadId }).from(clients).where(eq(clients.id, clientId));
  const merged = db
    .select({ leadId: mergedClients.leadId })
    .from(mergedClients)
    .where(eq(mergedClients.intoId, clientId));
  return own.union(merged);
}

/** The leads that a client came from. */
export const listLeadsOf = async (db: Db, clientId: string): Promise<string[]> =>
  (await selectLeadsOf(db, clientId)).flatMap(({ leadId }) => leadId ?? []);

import { eq, inArray, or, type SQL, sql, and, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { clients, mergedClients } from './client.table.ts';
import { people } from './person.table.ts';

/** Returns true if a person may still sign in: they may have been disabled during a long request. */
export const isActivePerson = async (db: Db, personId: string): Promise<boolean> =>
  (await db.$count(people, and(eq(people.id, personId), isNull(people.disabledAt)))) > 0;

/** The ids of a client's person. */
export type PersonKey = { readonly clientId: string; readonly personId: string };

/** Matches this person if they belong to this client. */
export const isPersonOf = ({ clientId, personId }: PersonKey) =>
  and(eq(people.id, personId), eq(people.clientId, clientId));

/**
 * Locks a client until the transaction ends and returns it; null if there is none or it was erased. Lock a client before any of its
 * rows: one order prevents deadlocks, and an erasure in progress is waited for.
 */
export async function lockClient(tx: Db, clientId: string) {
  const [client] = await tx
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isNull(clients.erasedAt)))
    .for('no key update');
  return client ?? null;
}

/**
 * The contact address of a client, in a query over `clients`: active people before disabled ones, approvers before listeners, then
 * the oldest. Empty if the client has no people.
 */
export const contactEmail = sql<string>`coalesce((
  select contact.email from people as contact where contact.client_id = clients.id
  order by contact.disabled_at is not null, contact.permission, contact.created_at, contact.id limit 1
), '')`;

/** Matches the client that a lead became; after a merge, the client that it was merged into. */
export const isClientOfLead = (db: Db, leadId: string): SQL | undefined =>
  or(
    eq(clients.leadId, leadId),
    inArray(
      clients.id,
      db.select({ id: mergedClients.intoId }).from(mergedClients).where(eq(mergedClients.leadId, leadId)),
    ),
  );

/** Selects the leads that a client came from: its own, and those of clients merged into it. */
export function selectLeadsOf(db: Db, clientId: string) {
  const own = db.select({ leadId: clients.leadId }).from(clients).where(eq(clients.id, clientId));
  const merged = db
    .select({ leadId: mergedClients.leadId })
    .from(mergedClients)
    .where(eq(mergedClients.intoId, clientId));
  return own.union(merged);
}

/** Lists the leads that a client came from. */
export const listLeadsOf = async (db: Db, clientId: string): Promise<string[]> =>
  (await selectLeadsOf(db, clientId)).flatMap(({ leadId }) => leadId ?? []);

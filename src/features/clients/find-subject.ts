import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isClientOfLead, listLeadsOf } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { leads } from '#src/features/leads/lead.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** The subject of an export or erasure: a lead or a client, with everyone who belongs to it. */
export type Subject = { readonly leadId: string } | { readonly clientId: string };

/** The leads, the client and its people that belong together. */
export type SubjectIds = {
  readonly leadIds: readonly string[];
  readonly clientId: string | null;
  /** The client's people. */
  readonly personIds: readonly string[];
};

const isClientOf = (db: Db, subject: Subject) =>
  'leadId' in subject ? isClientOfLead(db, subject.leadId) : eq(clients.id, subject.clientId);

/** Returns the requested lead and the leads that the client came from. */
async function listLeadIds(db: Db, subject: Subject, client?: { readonly id: string }): Promise<string[]> {
  const asked = 'leadId' in subject ? [subject.leadId] : [];
  return [...new Set([...asked, ...(client ? await listLeadsOf(db, client.id) : [])])];
}

async function listPeople(db: Db, client?: { readonly id: string }) {
  const { id, emailKey, clientId } = people;
  return client ? db.select({ id, emailKey }).from(people).where(eq(clientId, client.id)).orderBy(id) : [];
}

/** Returns the leads, client and people of a subject; null if there is neither a lead nor a client. */
export async function findSubject(db: Db, subject: Subject): Promise<SubjectIds | null> {
  const [client] = await db.select({ id: clients.id }).from(clients).where(isClientOf(db, subject));
  const personIds = (await listPeople(db, client)).map(({ id }) => id);
  const leadIds = await listLeadIds(db, subject, client);
  const isThere = client !== undefined || (await db.$count(leads, inArray(leads.id, leadIds))) > 0;
  return isThere ? { leadIds, clientId: client?.id ?? null, personIds } : null;
}

/**
 * Returns the leads, client and people of a subject with their addresses, and locks them until commit: leads first,
 * then the client, as when converting a lead. Null if there is neither, or the client was erased.
 */
export async function lockSubject(
  tx: Db,
  subject: Subject,
): Promise<(SubjectIds & { readonly emailKeys: string[] }) | null> {
  const theirs = and(isClientOf(tx, subject), isNull(clients.erasedAt));
  const [known] = await tx.select({ id: clients.id }).from(clients).where(theirs);
  const itsLeads = await tx
    .select()
    .from(leads)
    .where(inArray(leads.id, await listLeadIds(tx, subject, known)))
    .orderBy(asc(leads.id))
    .for('update');
  // Read again under the lock: the lead may have been converted or erased in the meantime.
  const [client] = await tx.select().from(clients).where(theirs).for('update');
  if (itsLeads.length === 0 && !client) return null;
  const ofClient = await listPeople(tx, client);
  return {
    leadIds: itsLeads.map(({ id }) => id),
    clientId: client?.id ?? null,
    personIds: ofClient.map(({ id }) => id),
    emailKeys: [...ofClient, ...itsLeads].map(({ emailKey }) => emailKey),
  };
}

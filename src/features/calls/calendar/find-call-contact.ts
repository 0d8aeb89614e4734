import { and, asc, desc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { studioCalendar } from '#src/studio/studio-calendar.ts';
import { isClientOfLead, selectLeadsOf } from '#src/features/accounts/people/clients.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { calls } from '../call.table.ts';
import { lockLead } from '#src/features/leads/lead-page/change-lead.ts';
import { projects } from '#src/features/projects/project.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { mailAddressOf } from '#src/platform/mail/mail-address.ts';

/** The lead or client whose calls a page shows. */
export type CallSubject =
  | { readonly of: 'lead'; readonly id: string }
  | { readonly of: 'client'; readonly id: string };

/** Matches the calls of a lead, or of a client and its leads. */
export function callsOf(db: Db, { of, id }: CallSubject): SQL | undefined {
  if (of === 'lead') return eq(calls.leadId, id);
  return or(eq(calls.clientId, id), inArray(calls.leadId, selectLeadsOf(db, id)));
}

type Contact = {
  readonly name: string;
  readonly email: string;
  readonly leadId: string | null;
  readonly clientId: string | null;
  readonly projectId: string | null;
  readonly visitorZone: string;
};

export type FoundContact =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly reason: 'not-found' | 'held' | 'no-address' | 'no-person' };

/** Returns the time zone of their previous calls, or the studio's. */
export async function visitorZoneOf(tx: Db, subject: CallSubject): Promise<string> {
  const [latest] = await tx
    .select({ zone: calls.visitorZone })
    .from(calls)
    .where(callsOf(tx, subject))
    .orderBy(desc(calls.madeAt))
    .limit(1);
  return latest?.zone ?? studioCalendar.timeZone;
}

async function findLeadWhom(tx: Db, leadId: string): Promise<FoundContact> {
  const lead = await lockLead(tx, leadId);
  if (!lead) return { ok: false, reason: 'not-found' };
  if (lead.isHeld) return { ok: false, reason: 'held' };
  if (mailAddressOf(lead.email) === null) return { ok: false, reason: 'no-address' };
  const { name, email } = lead;
  const [client] = await tx.select({ id: clients.id }).from(clients).where(isClientOfLead(tx, leadId));
  const visitorZone = await visitorZoneOf(tx, { of: 'lead', id: leadId });
  const ids = { leadId, clientId: client?.id ?? null, projectId: null };
  return { ok: true, contact: { name, email, visitorZone, ...ids } };
}

/** Lists the people of a client who can have a call, those who may approve files first. */
export const listCallable = (db: Db, clientId: string) =>
  db
    .select({ id: people.id, name: people.name, email: people.email })
    .from(people)
    .where(and(eq(people.clientId, clientId), isNull(people.disabledAt)))
    .orderBy(asc(people.permission), asc(people.createdAt), asc(people.id));

async function findClientWhom(
  tx: Db,
  clientId: string,
  { personId, projectId }: { readonly personId: string; readonly projectId: string },
): Promise<FoundContact> {
  const isThere = and(eq(clients.id, clientId), isNull(clients.erasedAt));
  const [client] = await tx.select({ id: clients.id }).from(clients).where(isThere).for('update');
  if (!client) return { ok: false, reason: 'not-found' };
  const person = (await listCallable(tx, clientId)).find(({ id }) => id === personId);
  if (!person) return { ok: false, reason: 'no-person' };
  if (mailAddressOf(person.email) === null) return { ok: false, reason: 'no-address' };
  const { name, email } = person;
  const project = (await listCallProjects(tx, clientId)).find(({ id }) => id === projectId);
  if (projectId !== '' && !project) return { ok: false, reason: 'not-found' };
  const visitorZone = await visitorZoneOf(tx, { of: 'client', id: clientId });
  return {
    ok: true,
    contact: { name, email, visitorZone, leadId: null, clientId, projectId: project?.id ?? null },
  };
}

/** Lists the projects that a client's call can be about. */
export const listCallProjects = (db: Db, clientId: string) =>
  db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(eq(projects.clientId, clientId))
    .orderBy(asc(projects.createdAt), asc(projects.number));

/**
 * Finds and locks the person a call will be with. Requires `lockTimes`. For a client, the form names the person and
 * optionally a project. Returns a reason if there is no such person or they have no address.
 */
export const findCallContact = (
  tx: Db,
  { of, id }: CallSubject,
  named: { readonly personId: string; readonly projectId: string },
): Promise<FoundContact> => (of === 'lead' ? findLeadWhom(tx, id) : findClientWhom(tx, id, named));

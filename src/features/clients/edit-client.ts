import { and, eq, inArray, ne, sql, asc, isNull } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { lockClient, isPersonOf, type PersonKey } from '#src/features/accounts/people/clients.ts';
import { people, type Permission } from '#src/features/accounts/people/person.table.ts';
import { type Actor, recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { forgetBrowsersOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { endSessionsOf } from '#src/features/accounts/sessions/session.ts';
import { signInCodes } from '#src/features/accounts/sign-in/sign-in.table.ts';
import { confirmKeyOf } from '#src/features/accounts/sign-in/sign-in-codes.ts';
import { eraseSignInRequests, requestSignInMail } from '#src/features/accounts/sign-in/sign-in-requests.ts';
import { insertClient } from '#src/features/accounts/team/invite-person.ts';
import { recordSecurityEvent, type Sender } from '#src/features/accounts/security-log/security-log.ts';
import { readdressCalls } from '#src/features/calls/person-calls.ts';
import { lockTimes } from '#src/features/calls/times/find-slot.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isRace } from '#src/platform/database/sql-state.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { devMail } from '#src/platform/mail/dev-mail.table.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { clientVersionOf, personVersionOf, type Details, type PersonDetails } from './details/details.ts';
import { listTags, spelledAsUsed } from './details/tags.ts';

type Edited = Outcome<'not-found' | 'changed'>;

type ClientEdit = Details & {
  readonly clientId: string;
  readonly name: string;
  /** The version that the form showed (`clientVersionOf`). */
  readonly seen: string;
};

/**
 * Changes a client's name, contact details, notes and tags. Refused as `changed` if they are not those that the form
 * showed; the same values again change nothing. Only another name is announced to the client.
 */
export async function editClient(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { clientId, name, seen, ...details }: ClientEdit,
): Promise<Edited> {
  return db.transaction(async (tx): Promise<Edited> => {
    const client = await lockClient(tx, clientId);
    if (!client) return { ok: false, reason: 'not-found' };
    const edited = { ...details, name, tags: await spelledAsUsed(tx, details.tags) };
    if (clientVersionOf(client) === clientVersionOf(edited)) return { ok: true };
    if (clientVersionOf(client) !== seen) return { ok: false, reason: 'changed' };
    await tx.update(clients).set(edited).where(eq(clients.id, clientId));
    const change = { clientId, projectId: null, subjectId: clientId, details: { client: name } };
    if (client.name !== name) await announce(tx, services, actor, { kind: 'client-changed', ...change });
    const isDescribed = clientVersionOf({ ...client, name }) !== clientVersionOf(edited);
    const entry = { kind: 'client-described', clientId, subjectId: clientId };
    if (isDescribed) await recordActivity(tx, services.clock.now(), actor, entry);
    return { ok: true };
  });
}

type PersonDescription = PersonKey & PersonDetails & { readonly seen: string };

/** Changes a person's phone number, notes and tags, as `editClient` does a client's. */
export async function describePerson(
  db: Db,
  { clock }: QueueServices,
  actor: Actor,
  { seen, clientId, personId, ...details }: PersonDescription,
): Promise<Edited> {
  const isThem = isPersonOf({ clientId, personId });
  return db.transaction(async (tx): Promise<Edited> => {
    if (!(await lockClient(tx, clientId))) return { ok: false, reason: 'not-found' };
    const [person] = await tx.select().from(people).where(isThem).for('no key update');
    if (!person) return { ok: false, reason: 'not-found' };
    const edited = { ...details, tags: await spelledAsUsed(tx, details.tags) };
    if (personVersionOf(person) === personVersionOf(edited)) return { ok: true };
    if (personVersionOf(person) !== seen) return { ok: false, reason: 'changed' };
    await tx.update(people).set(edited).where(isThem);
    const named = { subjectId: personId, details: { person: person.name } };
    await recordActivity(tx, clock.now(), actor, { kind: 'person-described', clientId, ...named });
    return { ok: true };
  });
}

export type PersonEdit = PersonKey & {
  readonly name: string;
  readonly email: string;
};

type PersonEdited = Outcome<'not-found' | 'exists'>;

/**
 * Voids every code, link and request emailed or queued for a person's address. Call before changing their row, so that
 * a concurrent sign-in is waited for.
 */
async function voidMailed(tx: Db, personId: string, emailKey: string): Promise<void> {
  await eraseSignInRequests(tx, [emailKey]);
  await tx.delete(signInCodes).where(inArray(signInCodes.emailKey, [emailKey, confirmKeyOf(personId)]));
  await tx.delete(devMail).where(eq(sql`lower(${devMail.toAddress})`, emailKey));
}

/**
 * Changes the name and address of a client's person, also in their calls. A new address signs them out everywhere and
 * voids everything emailed to the old one. Refused as `exists` if the address is taken.
 */
export async function editPerson(
  db: Db,
  services: QueueServices,
  { actor, sender }: { readonly actor: Actor & { readonly id: string }; readonly sender: Sender },
  { name, email, ...key }: PersonEdit,
): Promise<PersonEdited> {
  const emailKey = emailKeyOf(email);
  const { clientId, personId } = key;
  const isThem = isPersonOf(key);
  const editing = db.transaction(async (tx): Promise<PersonEdited> => {
    await lockTimes(tx);
    if (!(await lockClient(tx, clientId))) return { ok: false, reason: 'not-found' };
    const [person] = await tx.select().from(people).where(isThem);
    if (!person) return { ok: false, reason: 'not-found' };
    if (person.name === name && person.email === email) return { ok: true };
    const isTaken = and(eq(people.emailKey, emailKey), ne(people.id, personId));
    if ((await tx.$count(people, isTaken)) > 0) return { ok: false, reason: 'exists' };
    const isOther = person.emailKey !== emailKey;
    if (isOther) await voidMailed(tx, personId, person.emailKey);
    await tx.update(people).set({ name, email, emailKey }).where(isThem);
    await readdressCalls(tx, { clientId, emailKey: person.emailKey }, { name, email });
    if (isOther) {
      await endSessionsOf(tx, personId);
      await forgetBrowsersOf(tx, personId);
      const entry = { kind: 'address-changed', personId, actorId: actor.id } as const;
      await recordSecurityEvent(tx, services.clock.now(), sender, entry);
    }
    const change = { clientId, projectId: null, subjectId: personId, details: { person: name } };
    await announce(tx, services, actor, { kind: 'person-changed', ...change });
    return { ok: true };
  });
  return editing.catch((error: unknown) => {
    // A concurrent request took the address.
    if (isRace(error)) return { ok: false, reason: 'exists' };
    throw error;
  });
}

type NewClient = {
  readonly clientName: string;
  /** The first person's name and address. */
  readonly name: string;
  readonly email: string;
  readonly permission: Permission;
  readonly isInvited: boolean;
  readonly details?: Details;
};

/**
 * Creates a client with their first person, records it, and emails a sign-in link if they are invited, in one
 * transaction. Refused as `exists` if the address is taken.
 */
export async function createClient(
  db: Db,
  { clock, jobs }: QueueServices,
  actor: Actor,
  { isInvited, details: described, ...client }: NewClient,
): Promise<Outcome<'exists', { readonly clientId: string }>> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const made = await insertClient(tx, now, client);
    if (!made.ok) return made;
    const { clientId } = made;
    if (described) {
      const tags = await spelledAsUsed(tx, described.tags);
      await tx
        .update(clients)
        .set({ ...described, tags })
        .where(eq(clients.id, clientId));
    }
    const details = { client: client.clientName };
    await recordActivity(tx, now, actor, { kind: 'client-created', clientId, subjectId: clientId, details });
    const asked = { emailKey: emailKeyOf(client.email), reason: 'added', next: '/portal' } as const;
    if (isInvited) await requestSignInMail(tx, { jobs, now }, asked);
    return { ok: true, clientId };
  });
}

/** Returns the name of the client whose person has an address; null if nobody has it, or a team member. */
export async function findAddressOwner(db: Db, email: string): Promise<string | null> {
  const [owner] = await db
    .select({ client: clients.name })
    .from(people)
    .innerJoin(clients, eq(clients.id, people.clientId))
    .where(eq(people.emailKey, emailKeyOf(email)));
  return owner?.client ?? null;
}

/** Returns a client's id and name; null if there is no such client or they were erased. */
export async function findClientName(db: Db, clientId: string) {
  if (!isUuid(clientId)) return null;
  const { id, name, erasedAt } = clients;
  const [client] = await db
    .select({ id, name })
    .from(clients)
    .where(and(eq(id, clientId), isNull(erasedAt)));
  return client ?? null;
}

/** Returns a client and its people for editing; null if there is no such client or they were erased. */
export async function findEdited(db: Db, clientId: string) {
  if (!isUuid(clientId)) return null;
  const [client] = await db
    .select()
    .from(clients)
    .where(and(eq(clients.id, clientId), isNull(clients.erasedAt)));
  if (!client) return null;
  const { id, name, email, phone, notes, tags, permission, createdAt } = people;
  const ofClient = await db
    .select({ id, name, email, phone, notes, tags })
    .from(people)
    .where(eq(people.clientId, clientId))
    .orderBy(asc(permission), asc(createdAt), asc(id));
  return { ...client, people: ofClient, usedTags: await listTags(db) };
}

export type EditedClient = NonNullable<Awaited<ReturnType<typeof findEdited>>>;

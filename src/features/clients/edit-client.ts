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

type Edited = Outcome<'not-found'>;

/** Renames a client; the same name again changes nothing. */
export async function renameClient(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { clientId, name }: { readonly clientId: string; readonly name: string },
): Promise<Edited> {
  return db.transaction(async (tx): Promise<Edited> => {
    const client = await lockClient(tx, clientId);
    if (!client) return { ok: false, reason: 'not-found' };
    if (client.name === name) return { ok: true };
    await tx.update(clients).set({ name }).where(eq(clients.id, clientId));
    const change = { clientId, projectId: null, subjectId: clientId, details: { client: name } };
    await announce(tx, services, actor, { kind: 'client-changed', ...change });
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
};

/**
 * Creates a client with their first person, records it, and emails a sign-in link if they are invited, in one
 * transaction. Refused as `exists` if the address is taken.
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

/** Returns a client's name and people for editing; null if there is no such client or they were erased. */
export async function findEdited(db: Db, clientId: string) {
  const client = await findClientName(db, clientId);
  if (!client) return null;
  const { id, name, email, permission, createdAt } = people;
  const ofClient = await db
    .select({ id, name, email })
    .from(people)
    .where(eq(people.clientId, clientId))
    .orderBy(asc(permission), asc(createdAt), asc(id));
  return { ...client, people: ofClient };
}

export type EditedClient = NonNullable<Awaited<ReturnType<typeof findEdited>>>;

import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { lockClient } from '#src/features/accounts/people/clients.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { insertClient, insertPerson } from '#src/features/accounts/team/invite-person.ts';
import { announce } from '#src/features/notifications/announce.ts';
import type { Db } from '#src/platform/database/database.ts';
import type { QueueServices } from '#src/platform/jobs/jobs.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import type { Outcome } from '#src/platform/outcome.ts';
import { listActivePeople } from '../client-people.ts';
import { joinNotes, versionOf, type Details } from '../details/details.ts';
import { joinTags, spelledAsUsed } from '../details/tags.ts';
import { mostPeople } from '../invite-colleague.ts';
import { contacts } from './contact.table.ts';
import type { Contact } from './list-contacts.ts';

export type ContactFields = Details & {
  readonly name: string;
  readonly company: string;
  readonly role: string;
  /** Empty without one. */
  readonly email: string;
};

/** Returns a short text that differs once a contact was changed. */
export const contactVersionOf = (contact: ContactFields): string => {
  const { name, company, role, email, phone, address, tags, notes } = contact;
  return versionOf([name, company, role, email, phone, address, tags, notes]);
};

const valuesOf = async (tx: Db, fields: ContactFields) => ({
  ...fields,
  tags: await spelledAsUsed(tx, fields.tags),
  emailKey: fields.email === '' ? '' : emailKeyOf(fields.email),
});

const recordChange = (tx: Db, now: Date, actor: Actor, subjectId: string) =>
  recordActivity(tx, now, actor, { kind: 'contact-changed', subjectId });

/** Returns a contact; null if there is none. */
export async function findContact(db: Db, id: string): Promise<Contact | null> {
  if (!isUuid(id)) return null;
  const [contact] = await db.select().from(contacts).where(eq(contacts.id, id));
  return contact ?? null;
}

async function lockContact(tx: Db, id: string): Promise<Contact | null> {
  const [contact] = await tx.select().from(contacts).where(eq(contacts.id, id)).for('update');
  return contact ?? null;
}

/** Creates a contact. Returns its id. */
export async function createContact(
  db: Db,
  { clock }: QueueServices,
  actor: Actor,
  fields: ContactFields,
): Promise<string> {
  const [id, createdAt] = [uuidv7(), clock.now()];
  await db.transaction(async (tx) => {
    await tx.insert(contacts).values({ ...(await valuesOf(tx, fields)), id, createdAt });
    await recordChange(tx, createdAt, actor, id);
  });
  return id;
}

/**
 * Changes a contact. Refused as `changed` if it is not what the form showed (`seen`, a version); the same values again
 * change nothing.
 */
export async function editContact(
  db: Db,
  { clock }: QueueServices,
  actor: Actor,
  { id, seen, ...fields }: ContactFields & { readonly id: string; readonly seen: string },
): Promise<Outcome<'not-found' | 'changed'>> {
  return db.transaction(async (tx): Promise<Outcome<'not-found' | 'changed'>> => {
    const contact = await lockContact(tx, id);
    if (!contact) return { ok: false, reason: 'not-found' };
    const edited = await valuesOf(tx, fields);
    if (contactVersionOf(contact) === contactVersionOf(edited)) return { ok: true };
    if (contactVersionOf(contact) !== seen) return { ok: false, reason: 'changed' };
    await tx.update(contacts).set(edited).where(eq(contacts.id, id));
    await recordChange(tx, clock.now(), actor, id);
    return { ok: true };
  });
}

/** Deletes a contact. Returns false if there is none. */
export async function deleteContact(
  db: Db,
  { clock }: QueueServices,
  actor: Actor,
  id: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const deleted = await tx.delete(contacts).where(eq(contacts.id, id)).returning({ id: contacts.id });
    if (deleted.length === 0) return false;
    await recordChange(tx, clock.now(), actor, id);
    return true;
  });
}

type BecameClient = Outcome<'not-found' | 'no-address' | 'exists', { readonly clientId: string }>;

/**
 * Makes a client of a contact, with its details and a first person, in one transaction; the contact is deleted and no
 * email is sent. Refused as `exists` if the address is taken.
 */
export async function makeClientOf(
  db: Db,
  { clock }: QueueServices,
  actor: Actor,
  id: string,
): Promise<BecameClient> {
  const now = clock.now();
  return db.transaction(async (tx): Promise<BecameClient> => {
    const contact = await lockContact(tx, id);
    if (!contact) return { ok: false, reason: 'not-found' };
    if (contact.email === '') return { ok: false, reason: 'no-address' };
    const { name, company, role, email, phone, address, notes, tags } = contact;
    const made = await insertClient(tx, now, { name, email, clientName: company === '' ? name : company });
    if (!made.ok) return made;
    const { clientId, personId } = made;
    const described = { address, tags, notes: joinNotes(role, notes) };
    // The number is the client's if the client is this person.
    if (company === '') Object.assign(described, { phone });
    else await tx.update(people).set({ phone }).where(eq(people.id, personId));
    await tx.update(clients).set(described).where(eq(clients.id, clientId));
    await tx.delete(contacts).where(eq(contacts.id, id));
    const details = { client: company === '' ? name : company };
    await recordActivity(tx, now, actor, { kind: 'client-created', clientId, subjectId: clientId, details });
    return { ok: true, clientId };
  });
}

type Joined = Outcome<'not-found' | 'exists' | 'too-many'>;

/**
 * Adds a contact to a client, in one transaction: as a person who may only listen, or, if the client has a person with
 * this address or the contact has no address, its details to those of the person or client. The contact is deleted and
 * no email is sent. Refused as `exists` if the address is taken by anyone else.
 */
export async function joinClient(
  db: Db,
  services: QueueServices,
  actor: Actor,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<Joined> {
  const now = services.clock.now();
  return db.transaction(async (tx): Promise<Joined> => {
    const client = await lockClient(tx, clientId);
    const contact = client && (await lockContact(tx, id));
    if (!contact) return { ok: false, reason: 'not-found' };
    const { name, company, role, email, emailKey, phone, address, tags, notes } = contact;
    const [known] = await tx
      .select()
      .from(people)
      .where(and(eq(people.emailKey, emailKey), eq(people.clientId, clientId)));
    const person = { name, email, of: { clientId, permission: 'listen' as const } };
    if (email === '') {
      const all = joinNotes(client.notes, name, company, role, phone, address, notes);
      const joined = { notes: all, tags: joinTags(client.tags, tags) };
      await tx.update(clients).set(joined).where(eq(clients.id, clientId));
    } else {
      if (!known && (await listActivePeople(tx, clientId)).length >= mostPeople)
        return { ok: false, reason: 'too-many' };
      const made = known ? { ok: true as const, personId: known.id } : await insertPerson(tx, now, person);
      if (!made.ok) return made;
      const rest = known && known.phone !== '' && known.phone !== phone ? phone : '';
      const joined = {
        phone: known?.phone || phone,
        tags: joinTags(known?.tags ?? [], tags),
        notes: joinNotes(known?.notes ?? '', company, role, rest, address, notes),
      };
      await tx.update(people).set(joined).where(eq(people.id, made.personId));
      const change = { clientId, projectId: null, subjectId: made.personId };
      const details = { person: name, email, may: 'listen' };
      if (known) await recordActivity(tx, now, actor, { kind: 'person-described', ...change, details });
      else await announce(tx, services, actor, { kind: 'person-invited', ...change, details });
    }
    await tx.delete(contacts).where(eq(contacts.id, id));
    if (email === '') await recordActivity(tx, now, actor, { kind: 'client-described', clientId });
    return { ok: true };
  });
}

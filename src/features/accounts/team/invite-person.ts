import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { emailKeyOf } from '#src/platform/mail/mail-address.ts';
import { clients } from '#src/features/accounts/people/client.table.ts';
import { people, type Permission } from '#src/features/accounts/people/person.table.ts';
import type { Outcome } from '#src/platform/outcome.ts';

export type Invited = Outcome<'exists', { readonly personId: string }>;

type NewPerson = {
  readonly email: string;
  readonly name: string;
  /** The client they belong to and their permission; without it, a team member. */
  readonly of?: { readonly clientId: string; readonly permission: Permission };
};

/** Matches the active team members who see money, and who may let others see it. */
const canGiveMoney = and(eq(people.canSeeMoney, true), eq(people.role, 'team'), isNull(people.disabledAt));

/**
 * Inserts a person who can sign in, in the caller's transaction; the caller queues their email (sign-in-mail.job.ts).
 * A team member has all permissions if nobody has them yet.
 * Refused as `exists` if the address is taken.
 */
export async function insertPerson(tx: Db, now: Date, { email, name, of }: NewPerson): Promise<Invited> {
  const role = of ? 'client' : 'team';
  // Someone has to be able to give the permissions to others.
  const isFirst = !of && (await tx.$count(people, canGiveMoney)) === 0;
  const rights = { canSeeMoney: isFirst, canPublishWebsite: isFirst };
  const [made] = await tx
    .insert(people)
    .values({
      id: uuidv7(),
      role,
      emailKey: emailKeyOf(email),
      email,
      name,
      ...of,
      ...rights,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: people.id });
  return made ? { ok: true, personId: made.id } : { ok: false, reason: 'exists' };
}

type NewClient = Pick<NewPerson, 'email' | 'name'> & {
  readonly clientName?: string;
  readonly permission?: Permission;
  readonly leadId?: string | null;
};

/**
 * Inserts the rows of a client and their first person, in the caller's transaction; refused as `exists` if the address is taken.
 * Records no activity and sends no email. A client without a name of its own gets the person's.
 */
export async function insertClient(
  tx: Db,
  now: Date,
  { email, name, clientName = name, permission = 'approve', leadId = null }: NewClient,
): Promise<Outcome<'exists', { readonly clientId: string; readonly personId: string }>> {
  const clientId = uuidv7();
  await tx.insert(clients).values({ id: clientId, name: clientName, leadId, createdAt: now });
  const invited = await insertPerson(tx, now, { email, name, of: { clientId, permission } });
  if (invited.ok) return { ok: true, clientId, personId: invited.personId };
  await tx.delete(clients).where(eq(clients.id, clientId));
  return invited;
}

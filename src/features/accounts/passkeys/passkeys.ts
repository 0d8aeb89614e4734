import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity, type Actor } from '#src/features/accounts/people/record-activity.ts';
import { forgetBrowsersOf } from '#src/features/accounts/sessions/known-browsers.ts';
import { recordSecurityEvent, type Sender } from '../security-log/security-log.ts';
import { endSessionsOf, type Session } from '#src/features/accounts/sessions/session.ts';

export type ListedPasskey = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};

/** Lists the passkeys of a person, the oldest first. */
export const listPasskeys = (db: Db, personId: string): Promise<ListedPasskey[]> =>
  db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Removes one of the person's own passkeys. Returns false if they have none with this id. */
export async function removePasskey(
  tx: Db,
  now: Date,
  person: Actor & { id: string },
  { id, sender }: { readonly id: string; readonly sender: Sender },
): Promise<boolean> {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.personId, person.id)))
    .returning({ name: passkeys.name });
  if (!removed) return false;
  const details = { passkey: removed.name };
  await recordActivity(tx, now, person, { kind: 'passkey-removed', subjectId: person.id, details });
  await recordSecurityEvent(tx, now, sender, { kind: 'passkey-removed', personId: person.id, details });
  return true;
}

/** Removes all passkeys of a person who lost theirs and ends their sessions. Returns false if they have none. */
export async function resetPasskeys(
  tx: Db,
  now: Date,
  actor: Actor,
  { personId, sender }: { readonly personId: string; readonly sender: Sender },
): Promise<boolean> {
  const removed = await tx
    .delete(passkeys)
    .where(eq(passkeys.personId, personId))
    .returning({ id: passkeys.id });
  if (removed.length === 0) return false;
  await endSessionsOf(tx, personId);
  await forgetBrowsersOf(tx, personId);
  const [person] = await tx.select({ name: people.name }).from(people).where(eq(people.id, personId));
  const details = { person: person?.name ?? '', count: String(removed.length) };
  await recordActivity(tx, now, actor, { kind: 'passkeys-reset', subjectId: personId, details });
  await recordSecurityEvent(tx, now, sender, { kind: 'passkeys-reset', personId, actorId: actor.id });
  return true;
}

/** Records that a team member declined the offer of a passkey, so that it is not repeated. */
export async function declinePasskeyOffer(db: Db, now: Date, personId: string): Promise<void> {
  await db.update(people).set({ passkeyOfferedAt: now }).where(eq(people.id, personId));
}

/** `confirm`: with an existing passkey; `due`: adding one is required; `offer`: adding one is offered. */
export type PasskeyStep = 'confirm' | 'due' | 'offer';

/**
 * Returns what a session must do (`due`, `confirm`) or may do (`offer`) about its second factor; null if there is nothing to do.
 */
export async function findPasskeyStep(db: Db, { person, isComplete }: Session): Promise<PasskeyStep | null> {
  if (person.role !== 'team') return null;
  const hasPasskey = (await listPasskeys(db, person.id)).length > 0;
  if (isComplete) return hasPasskey ? null : 'offer';
  return hasPasskey ? 'confirm' : 'due';
}

import { count, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { storeChallenge, consumeChallenge, type RelyingParty } from './passkey-challenge.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { recordTrail, type Sender } from '#src/features/accounts/trail/record-trail.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';

const longestName = 100;

/** Makes the options with which the browser creates a new passkey. */
export async function beginRegistration(db: Db, now: Date, session: Session, party: RelyingParty) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { id, email, name } = session.person;
  const own = await db
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.personId, id));
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    excludeCredentials: own.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await storeChallenge(db, now, { sessionId: session.id, challenge: options.challenge });
  return options;
}

type Answer = {
  /** The browser's answer, as JSON. */
  readonly response: string;
  readonly name: string;
  readonly sender: Sender;
};

async function verified(db: Db, now: Date, sessionId: string, response: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response) as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) => consumeChallenge(db, now, { sessionId, challenge }),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // Whatever is wrong with an answer, it is refused as a whole.
    return null;
  }
}

/**
 * Adds a passkey, which also confirms the session that added it. A person with a passkey must have confirmed that one first. False
 * if the browser's answer is not valid.
 */
export async function finishRegistration(
  db: Db,
  now: Date,
  session: Session,
  { response, name, sender, party }: Answer & { readonly party: RelyingParty },
): Promise<boolean> {
  const credential = await verified(db, now, session.id, response, party);
  if (!credential) return false;
  const { id: personId } = session.person;
  return db.transaction(async (tx) => {
    // Two at once could each find that there is none yet.
    await tx.select({ id: people.id }).from(people).where(eq(people.id, personId)).for('update');
    const [has] = await tx
      .select({ passkeys: count() })
      .from(passkeys)
      .where(eq(passkeys.personId, personId));
    const [kept] = await tx
      .select({ confirmedAt: sessions.confirmedAt })
      .from(sessions)
      .where(eq(sessions.id, session.id));
    if (!kept || ((has?.passkeys ?? 0) > 0 && kept.confirmedAt === null)) return false;
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: credential.id,
        personId,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        name: name.trim().slice(0, longestName) || 'Passkey',
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ name: passkeys.name });
    if (!added) return false;
    await tx.update(sessions).set({ confirmedAt: now, provedAt: now }).where(eq(sessions.id, session.id));
    const details = { passkey: added.name };
    await recordActivity(tx, now, session.person, { kind: 'passkey-added', subjectId: personId, details });
    await recordTrail(tx, now, sender, { kind: 'passkey-added', personId, details });
    return true;
  });
}

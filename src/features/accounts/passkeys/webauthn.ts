import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, count } from 'drizzle-orm';
import site from '#content/site.yaml';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { recordActivity } from '#src/features/accounts/people/record-activity.ts';
import { recordSecurityEvent, type Sender } from '../security-log/security-log.ts';

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
    await recordSecurityEvent(tx, now, sender, { kind: 'passkey-added', personId, details });
    return true;
  });
}

const ownPasskeys = (db: Db, personId: string) =>
  db.select().from(passkeys).where(eq(passkeys.personId, personId));

/** Makes the options with which the browser asks for one of the person's passkeys, to confirm the session. */
export async function beginConfirmation(db: Db, now: Date, session: Session, party: RelyingParty) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const own = await ownPasskeys(db, session.person.id);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'required',
  });
  await storeChallenge(db, now, { sessionId: session.id, challenge: options.challenge });
  return options;
}

type Passkey = typeof passkeys.$inferSelect;

type Answered = {
  readonly passkey: Passkey;
  /** The browser's answer, as JSON. */
  readonly response: string;
  readonly party: RelyingParty;
  readonly isOurChallenge: (challenge: string) => boolean | Promise<boolean>;
};

/** The signature counter of an answer that holds; null when it does not. */
async function counterOf({ passkey, response, party, isOurChallenge }: Answered): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(response) as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: isOurChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // Whatever is wrong with an answer, it is refused as a whole.
    return null;
  }
}

type Asked = {
  readonly session: Session;
  /** The browser's answer, as JSON. */
  readonly response: string;
  readonly party: RelyingParty;
};

/** The id of the passkey that answered; null where the answer names none. */
export function credentialIdOf(response: string): string | null {
  try {
    const { id } = JSON.parse(response) as { id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Confirms a session with one of its person's passkeys; false when the browser's answer does not hold. */
export async function finishConfirmation(db: Db, now: Date, asked: Asked): Promise<boolean> {
  const { session, response } = asked;
  const id = credentialIdOf(response);
  const passkey = (await ownPasskeys(db, session.person.id)).find((own) => own.id === id);
  if (!passkey) return false;
  const isOurChallenge = (challenge: string) =>
    consumeChallenge(db, now, { sessionId: session.id, challenge });
  const used = await usePasskey(db, now, { ...asked, passkey, isOurChallenge }, async (tx) => {
    await confirmSession(tx, now, session.id);
    return true;
  });
  return used ?? false;
}

/** Notes that a passkey has confirmed a session. */
export async function confirmSession(tx: Db, now: Date, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ confirmedAt: now, provedAt: now }).where(eq(sessions.id, sessionId));
}

/** Checks a passkey's answer and, in the transaction that notes its use, does what it opens; null when it does not hold. */
export async function usePasskey<T>(
  db: Db,
  now: Date,
  answered: Answered,
  act: (tx: Db) => Promise<T>,
): Promise<T | null> {
  const { passkey } = answered;
  const counter = await counterOf(answered);
  if (counter === null) return null;
  return db.transaction(async (tx) => {
    // A copy of the key that answers at the same time finds the counter moved on.
    const [used] = await tx
      .update(passkeys)
      .set({ counter, usedAt: now })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id });
    return used ? act(tx) : null;
  });
}

/** The site that a passkey is for. */
export type RelyingParty = { readonly name: string; readonly id: string; readonly origin: string };

/** The relying party of this installation: its public address, or without one the address that was asked for. */
export function relyingPartyOf(publicUrl: string | null, asked: URL): RelyingParty {
  const { hostname, origin } = new URL(publicUrl ?? asked.origin);
  return { name: site.name, id: hostname, origin };
}

const lifeMs = 5 * minuteMs;

/** Stores the challenge that a session's next answer has to sign; an earlier one is void. */
export async function storeChallenge(
  db: Db,
  now: Date,
  { sessionId, challenge }: { sessionId: string; challenge: string },
): Promise<void> {
  await db
    .update(sessions)
    .set({ challenge, challengeExpiresAt: new Date(now.getTime() + lifeMs) })
    .where(eq(sessions.id, sessionId));
}

/** Uses the challenge up, in one statement; false when it is not this session's, was used or is too old. */
export async function consumeChallenge(
  db: Db,
  now: Date,
  { sessionId, challenge }: { sessionId: string; challenge: string },
): Promise<boolean> {
  const taken = await db
    .update(sessions)
    .set({ challenge: null, challengeExpiresAt: null })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.challenge, challenge),
        gt(sessions.challengeExpiresAt, now),
      ),
    )
    .returning({ id: sessions.id });
  return taken.length > 0;
}

const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 16;

const macOf = (secret: string, said: Buffer) =>
  createHmac('sha256', secret).update('passkey challenge\n').update(said).digest().subarray(0, macBytes);

/**
 * A challenge for a visitor who is not signed in, base64url: a random number and when it ends, signed. It is not stored, so asking
 * for many takes no space.
 */
export function signedChallenge(secret: string, now: Date): Buffer {
  const end = Buffer.alloc(timeBytes);
  end.writeUIntBE(now.getTime() + lifeMs, 0, timeBytes);
  const said = Buffer.concat([randomBytes(nonceBytes), end]);
  return Buffer.concat([said, macOf(secret, said)]);
}

/** True if we made this challenge less than five minutes ago. The caller must see to it that it is used only once. */
export function isSignedChallenge(secret: string, now: Date, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== nonceBytes + timeBytes + macBytes) return false;
  const said = bytes.subarray(0, nonceBytes + timeBytes);
  const isOurs = timingSafeEqual(bytes.subarray(nonceBytes + timeBytes), macOf(secret, said));
  return isOurs && bytes.readUIntBE(nonceBytes, timeBytes) > now.getTime();
}

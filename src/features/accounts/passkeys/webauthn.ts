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

/** Creates the WebAuthn options to register a new passkey. */
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

async function verifyRegistration(
  db: Db,
  now: Date,
  sessionId: string,
  response: string,
  party: RelyingParty,
) {
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
    // A malformed response is refused like an invalid one.
    return null;
  }
}

/**
 * Adds a passkey, which also confirms the session that added it. A person with a passkey must have confirmed the session with it
 * first. Returns false if the browser's response is invalid.
 */
export async function finishRegistration(
  db: Db,
  now: Date,
  session: Session,
  { response, name, sender, party }: Answer & { readonly party: RelyingParty },
): Promise<boolean> {
  const credential = await verifyRegistration(db, now, session.id, response, party);
  if (!credential) return false;
  const { id: personId } = session.person;
  return db.transaction(async (tx) => {
    // Locked, because two registrations at once could each find no passkey.
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

/** Creates the WebAuthn options to confirm the session with one of the person's passkeys. */
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

/** Returns the signature counter of a valid response; null if it is invalid. */
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
    // A malformed response is refused like an invalid one.
    return null;
  }
}

type Asked = {
  readonly session: Session;
  /** The browser's answer, as JSON. */
  readonly response: string;
  readonly party: RelyingParty;
};

/** Returns the credential id of a response; null if it has none. */
export function credentialIdOf(response: string): string | null {
  try {
    const { id } = JSON.parse(response) as { id?: unknown };
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

/** Confirms a session with one of the person's passkeys. Returns false if the response is invalid. */
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

/** Marks a session as confirmed by a passkey. */
export async function confirmSession(tx: Db, now: Date, sessionId: string): Promise<void> {
  await tx.update(sessions).set({ confirmedAt: now, provedAt: now }).where(eq(sessions.id, sessionId));
}

/** Verifies a passkey's response and runs `act` in the transaction that records its use. Returns null if it is invalid. */
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
    // A second use of the same counter value, such as by a copied key, updates no row.
    const [used] = await tx
      .update(passkeys)
      .set({ counter, usedAt: now })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id });
    return used ? act(tx) : null;
  });
}

/** The WebAuthn relying party: the site that a passkey belongs to. */
export type RelyingParty = { readonly name: string; readonly id: string; readonly origin: string };

/** Returns the relying party of this installation: its public URL, or without one that of the request. */
export function relyingPartyOf(publicUrl: string | null, asked: URL): RelyingParty {
  const { hostname, origin } = new URL(publicUrl ?? asked.origin);
  return { name: site.name, id: hostname, origin };
}

const lifeMs = 5 * minuteMs;

/** Stores the challenge that the session's next response has to sign; it replaces an earlier one. */
async function storeChallenge(
  db: Db,
  now: Date,
  { sessionId, challenge }: { sessionId: string; challenge: string },
): Promise<void> {
  await db
    .update(sessions)
    .set({ challenge, challengeExpiresAt: new Date(now.getTime() + lifeMs) })
    .where(eq(sessions.id, sessionId));
}

/** Consumes the challenge in one statement. Returns false if it is not this session's, was used or has expired. */
async function consumeChallenge(
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
 * Returns a challenge for a visitor who is not signed in: a random nonce and its expiry, signed. It is not stored, so requesting
 * many of them takes no space.
 */
export function signedChallenge(secret: string, now: Date): Buffer {
  const end = Buffer.alloc(timeBytes);
  end.writeUIntBE(now.getTime() + lifeMs, 0, timeBytes);
  const said = Buffer.concat([randomBytes(nonceBytes), end]);
  return Buffer.concat([said, macOf(secret, said)]);
}

/** Returns true if this product issued the challenge less than five minutes ago. The caller must allow it only once. */
export function isSignedChallenge(secret: string, now: Date, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== nonceBytes + timeBytes + macBytes) return false;
  const said = bytes.subarray(0, nonceBytes + timeBytes);
  const isOurs = timingSafeEqual(bytes.subarray(nonceBytes + timeBytes), macOf(secret, said));
  return isOurs && bytes.readUIntBE(nonceBytes, timeBytes) > now.getTime();
}

import { and, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { storeChallenge, consumeChallenge, type RelyingParty } from './passkey-challenge.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';

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

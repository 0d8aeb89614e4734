import { and, eq } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { storeChallenge, consumeChallenge, type RelyingParty } from './passkey-challenge.ts';
import { passkeys } from '#src/features/accounts/people/passkey.table.ts';
import type { Session } from '#src/features/accounts/sessions/session.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';

const ownPasskeys = (db: Db, personId: string) =>
  db.select().from(passkeys).where(eq(passkeys.personId, personId));

/** What the browser is asked to confirm a session with one of the person's passkeys. */
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

/** The signature counter of an answer that holds; null when it does not. */
async function counterOf(
  db: Db,
  now: Date,
  { session, passkey, response, party }: Asked & { passkey: Passkey },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: JSON.parse(response) as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => consumeChallenge(db, now, { sessionId: session.id, challenge }),
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

function credentialIdOf(response: string): string | null {
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
  const counter = await counterOf(db, now, { ...asked, passkey });
  if (counter === null) return false;
  return db.transaction(async (tx) => {
    // A copy of the key that answers at the same time finds the counter moved on.
    const [used] = await tx
      .update(passkeys)
      .set({ counter, usedAt: now })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id });
    if (!used) return false;
    await tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, session.id));
    return true;
  });
}

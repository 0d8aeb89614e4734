import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import site from '#content/site.yaml';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { minuteMs } from '#src/platform/durations.ts';

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

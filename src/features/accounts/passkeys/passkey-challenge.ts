import site from '#content/site.yaml';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';

/** The site that a passkey is for. */
export type RelyingParty = { readonly name: string; readonly id: string; readonly origin: string };

/** The relying party of this installation: its public address, or without one the address that was asked for. */
export function relyingPartyOf(publicUrl: string | null, asked: URL): RelyingParty {
  const { hostname, origin } = new URL(publicUrl ?? asked.origin);
  return { name: site.name, id: hostname, origin };
}

const lifeMs = 5 * 60_000;

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

import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from './person.table.ts';
import { openSession } from './sessions.ts';
import { consumeSignInToken } from './sign-in-codes.ts';

export type SignedIn = { token: string; maxAgeSeconds: number; role: 'client' | 'team'; next: string | null };

/** Uses a link up and opens a session, in one transaction; null when the link is no good any more. */
export async function signInWithLink(
  db: Db,
  now: Date,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<SignedIn | null> {
  return db.transaction(async (tx) => {
    const used = await consumeSignInToken(tx, now, token);
    if (!used) return null;
    const [person] = await tx
      .select({ id: people.id, role: people.role })
      .from(people)
      .where(and(eq(people.emailKey, used.emailKey), isNull(people.disabledAt)));
    if (!person) return null;
    const session = await openSession(tx, now, person, userAgent);
    return { ...session, role: person.role, next: used.next };
  });
}

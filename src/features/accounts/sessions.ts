import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#src/platform/database/database.ts';
import { people, type Role } from './person.table.ts';
import { randomToken, tokenHashOf } from './secret-text.ts';
import type { Session } from './session.ts';
import { sessions } from './session.table.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a session lives without a request, and at all. */
export const sessionLives: Readonly<Record<Role, { idleMs: number; longestMs: number }>> = {
  client: { idleMs: 24 * hourMs, longestMs: 14 * 24 * hourMs },
  team: { idleMs: 30 * minuteMs, longestMs: 8 * hourMs },
};

/** Opens a session; returns the token for its cookie, which is kept as a hash alone. */
export async function openSession(
  tx: Db,
  now: Date,
  person: { id: string; role: Role },
  userAgent: string,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const token = randomToken();
  const { longestMs } = sessionLives[person.role];
  await tx.insert(sessions).values({
    id: uuidv7(),
    tokenHash: tokenHashOf(token),
    personId: person.id,
    role: person.role,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + longestMs),
  });
  return { token, maxAgeSeconds: longestMs / 1000 };
}

/** The session of a cookie's token: alive, of a person who may sign in and still has the role it was opened for. */
export async function findSession(db: Db, now: Date, token: string): Promise<Session | null> {
  const since = (role: Role) => new Date(now.getTime() - sessionLives[role].idleMs);
  const [found] = await db
    .select({
      id: sessions.id,
      seenAt: sessions.seenAt,
      person: { id: people.id, role: people.role, name: people.name, email: people.email },
    })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.role, sessions.role)))
    .where(
      and(
        eq(sessions.tokenHash, tokenHashOf(token)),
        gt(sessions.expiresAt, now),
        or(
          ...(['client', 'team'] as const).map((role) =>
            and(eq(sessions.role, role), gt(sessions.seenAt, since(role))),
          ),
        ),
        isNull(people.disabledAt),
      ),
    );
  if (!found) return null;
  if (now.getTime() - found.seenAt.getTime() > minuteMs) {
    const minuteAgo = sql`${now}::timestamptz - interval '1 minute'`;
    await db
      .update(sessions)
      .set({ seenAt: now })
      .where(and(eq(sessions.id, found.id), lt(sessions.seenAt, minuteAgo)));
  }
  return { id: found.id, person: found.person, isComplete: true };
}

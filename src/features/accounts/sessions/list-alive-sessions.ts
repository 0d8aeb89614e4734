import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#src/platform/database/database.ts';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from './session.table.ts';
import { aliveSessions } from './sessions.ts';

/** Those of these sessions that still let somebody in. To ask is no activity: it does not make them live longer. */
export async function listAliveSessions(
  db: Db,
  now: Date,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const alive = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(people, and(eq(people.id, sessions.personId), eq(people.role, sessions.role)))
    .where(and(inArray(sessions.id, [...ids]), aliveSessions(now), isNull(people.disabledAt)));
  return new Set(alive.map(({ id }) => id));
}

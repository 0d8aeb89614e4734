import { aliasedTable, desc, eq, inArray } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isRest } from './record-trail.ts';
import { securityTrail } from './trail.table.ts';

const shown = 100;

/** Lists these people's sign-ins, exports and other entries of their trails, the latest first. */
export async function listTrail(db: Db, personIds: readonly string[]) {
  const actor = aliasedTable(people, 'actor');
  const { at, kind, subjectId, userAgent, network, details, times, id, actorId } = securityTrail;
  return db
    .select({
      id,
      at,
      kind,
      subjectId,
      userAgent,
      network,
      details,
      times,
      isRest,
      actorId,
      actorName: actor.name,
    })
    .from(securityTrail)
    .leftJoin(actor, eq(actor.id, securityTrail.actorId))
    .where(inArray(securityTrail.personId, [...personIds]))
    .orderBy(desc(at), desc(id))
    .limit(shown);
}

export type TrailRow = Awaited<ReturnType<typeof listTrail>>[number];

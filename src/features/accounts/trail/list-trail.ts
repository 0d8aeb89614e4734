import { aliasedTable, desc, eq } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import type { Db } from '#src/platform/database/database.ts';
import { isRest } from './record-trail.ts';
import { signInTrail } from './trail.table.ts';

const shown = 100;

/** What happened to this person's account and what they took out, the latest first. */
export async function listTrail(db: Db, personId: string) {
  const actor = aliasedTable(people, 'actor');
  const { at, kind, subjectId, userAgent, network, details, times, id, actorId } = signInTrail;
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
    .from(signInTrail)
    .leftJoin(actor, eq(actor.id, signInTrail.actorId))
    .where(eq(signInTrail.personId, personId))
    .orderBy(desc(at), desc(id))
    .limit(shown);
}

export type TrailRow = Awaited<ReturnType<typeof listTrail>>[number];

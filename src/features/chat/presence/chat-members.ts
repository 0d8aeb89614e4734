import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { chatMembers } from '../conversation.table.ts';
import type { Db } from '#src/platform/database/database.ts';

/** An open page of the desk is recorded every 20 seconds; without a record for so long it was closed. */
export const deskOpenForMs = 45_000;

/** Sets whether a team member takes chats. */
export async function setTakesChats(db: Db, personId: string, takesChats: boolean): Promise<void> {
  await db
    .insert(chatMembers)
    .values({ personId, takesChats })
    .onConflictDoUpdate({ target: chatMembers.personId, set: { takesChats } });
}

export async function findTakesChats(db: Db, personId: string): Promise<boolean> {
  const [row] = await db.select().from(chatMembers).where(eq(chatMembers.personId, personId));
  return row?.takesChats ?? false;
}

/** Sessions with a page of the desk open. */
const isDeskOpen = (now: Date) =>
  and(gt(sessions.expiresAt, now), gt(sessions.deskOpenAt, new Date(now.getTime() - deskOpenForMs)));

/** True if this team member has a page of the desk open. */
export const hasDeskOpen = async (db: Db, now: Date, personId: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.personId, personId), isDeskOpen(now)))) > 0;

/** Lists the team members who take chats and have a page of the desk open, by name. */
export const listAvailableMembers = (
  db: Db,
  now: Date,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .selectDistinct({ id: people.id, name: people.name })
    .from(chatMembers)
    .innerJoin(people, eq(people.id, chatMembers.personId))
    .innerJoin(sessions, eq(sessions.personId, people.id))
    .where(and(chatMembers.takesChats, eq(people.role, 'team'), isNull(people.disabledAt), isDeskOpen(now)))
    .orderBy(asc(people.name), asc(people.id));

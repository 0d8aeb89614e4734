import type { Db } from '#src/platform/database/database.ts';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { people } from '#src/features/accounts/people/person.table.ts';
import { sessions } from '#src/features/accounts/sessions/session.table.ts';
import { chatMembers } from '../conversation.table.ts';

/** An open desk page is recorded every 20 seconds; after this long without a record it counts as closed. */
export const deskOpenForMs = 45_000;

/** Sets whether a team member answers chats. */
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

/** Matches sessions with an open desk page. */
const isDeskOpen = (now: Date) =>
  and(gt(sessions.expiresAt, now), gt(sessions.deskOpenAt, new Date(now.getTime() - deskOpenForMs)));

/** True if this team member has an open desk page. */
export const hasDeskOpen = async (db: Db, now: Date, personId: string): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.personId, personId), isDeskOpen(now)))) > 0;

/** Lists the team members who take chats and have an open desk page, by name. */
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

/** True if a visitor can request a person now: a member answers chats and has the desk open, at any hour. */
export const isAnyoneAvailable = async (db: Db, now: Date): Promise<boolean> =>
  (await listAvailableMembers(db, now)).length > 0;
